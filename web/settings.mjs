// settings.mjs: the reader's choices, and applying them to the page.

import { h, iconButton } from './dom.mjs';
import { t, tc, LANGUAGES, preferred, setLanguage } from './i18n.mjs';
import * as store from './store.mjs';

/** Makes the page look and speak as chosen. Patterns come when asked for, or when the system asks for contrast. */
export async function applySettings() {
  const { language, theme, motion, large, patterns } = store.settings();
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.motion = motion;
  root.toggleAttribute('data-large', large);
  root.toggleAttribute('data-plain', !patterns && !matchMedia('(prefers-contrast: more)').matches);
  await setLanguage(language || preferred());
}

function choice(id, label, values, value, change) {
  return h('div', { class: 'field' }, h('label', { for: id }, label),
    h('select', { id, onchange: (event) => change(event.target.value) },
      values.map(([key, words]) => h('option', { value: key, selected: key === value }, words))));
}

function check(id, label, hint, value, change) {
  return h('div', { class: 'check' }, h('input', { type: 'checkbox', id, checked: value, onchange: (event) => change(event.target.checked) }),
    h('label', { for: id }, h('strong', {}, label), hint && h('span', {}, hint)));
}

const group = (title, ...fields) => h('section', { class: 'settings-group' }, h('h2', {}, title), fields);

/** Whether the reader wants messages while the page is hidden: the browser asks, once. */
async function mayNotify(wanted) {
  return wanted && 'Notification' in globalThis && await Notification.requestPermission() === 'granted';
}

/** The screen of settings; `redraw(id)` shows it again in another language, the focus on that field. */
export function settingsScreen({ back, redraw }) {
  const now = store.settings();
  const set = (key, allowed = (value) => value) => async (value) => {
    store.changeSettings({ [key]: await allowed(value) });
    await applySettings();
    redraw(`set-${key}`);
  };
  return h('div', { class: 'page narrow' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), back), h('h1', {}, t('Settings'))),
    h('main', { id: 'main', tabindex: '-1', class: 'settings' },
      group(t('Playing'),
        check('set-quick', t('Confirm at the first tap'), t('a tap on a box plays it at once, unless it costs you something'), now.quick, set('quick')),
        check('set-moves', t('Show possible moves'), '', now.moves, set('moves')),
        check('set-tutor', t('Warn me before a clear mistake'), '', now.tutor, set('tutor')),
        check('set-scores', t('Show the score during the game'), '', now.scores, set('scores'))),
      group(t('Appearance'),
        choice('set-language', t('Language'), [['', t('same as the browser')], ...Object.entries(LANGUAGES)], now.language, set('language')),
        choice('set-theme', t('Colours'), [['auto', t('same as the system')], ['light', t('light')], ['dark', t('dark')]], now.theme, set('theme')),
        choice('set-motion', t('Animations'), [['auto', t('same as the system')], ['full', tc('movement', 'on')], ['less', t('reduced')]], now.motion, set('motion')),
        check('set-large', t('Large print'), '', now.large, set('large')),
        check('set-patterns', t('Patterns as well as colours'), '', now.patterns, set('patterns'))),
      group(t('Signals'),
        check('set-sound', t('Sounds'), '', now.sound, set('sound')),
        check('set-reactions', t('Reactions from the others'), '', now.reactions, set('reactions')),
        'Notification' in globalThis && check('set-notify', t('Tell me when it is my turn'), t('also while this page is hidden'), now.notify, set('notify', mayNotify))),
      h('p', { class: 'aside' }, t('Nothing is sent anywhere: settings and games stay in this browser.'))));
}
