// open.mjs: a record from elsewhere, pasted or from a file, to be replayed or analysed.

import './after.mjs';
import { h, button, icon, iconButton } from './dom.mjs';
import { t } from './i18n.mjs';
import { pack } from './share.mjs';

/** The screen on which a record is opened. */
export function openScreen({ engine, go, back }) {
  const text = h('textarea', { id: 'record', rows: '10', spellcheck: 'false', autocomplete: 'off', placeholder: `penna 1\ngame ${engine.games[0].name}\nseat human Ann\n…` });
  const wrong = h('p', { class: 'error', role: 'alert' });
  const file = h('input', { type: 'file', id: 'file', accept: '.txt,.penna,text/plain', onchange: async () => {
    if (file.files[0]) text.value = await file.files[0].text();
    wrong.textContent = '';
  } });
  const to = (route) => async () => {
    const record = `${text.value.replaceAll('\r', '').trim()}\n`;
    try {
      const match = engine.open(record), over = match.position().kind === 'over';
      match.close();
      if (route === 'analysis' && !over) throw new Error(t('Only a finished game can be analysed.'));
      go(`#/${route}/${await pack(record)}`);
    } catch (error) {
      wrong.textContent = `${t('This game cannot be read.')} ${error.message}`;
    }
  };
  return h('div', { class: 'page narrow' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), back), h('h1', {}, t('Open a game'))),
    h('main', { id: 'main', tabindex: '-1', class: 'settings' },
      h('p', { class: 'lead' }, t('A game you downloaded, or one from the command line. Nothing is sent anywhere.')),
      h('div', { class: 'field' }, h('label', { for: 'file' }, t('A file')), file),
      h('div', { class: 'field' }, h('label', { for: 'record' }, t('Or paste it here')), text), wrong,
      h('div', { class: 'end-actions' }, button([icon('chart'), t('Analyse')], to('analysis'), { class: 'confirm' }),
        button([icon('undo'), t('Replay')], to('game'), { class: 'quiet' }))));
}
