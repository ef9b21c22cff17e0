// after.mjs: the style sheet of what comes after and beside a game (after.css). Who imports this module waits until it is there.

import { bringStyle } from './style.mjs';

await bringStyle('after.css');
