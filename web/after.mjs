// after.mjs: the style sheet (after.css) and the words of what comes after and beside a game. Who imports this module waits
// until they are there.

import { words } from './i18n.mjs';
import { bringStyle } from './style.mjs';

await Promise.all([bringStyle('after.css'), words('after')]);
