// voice.mjs: what is said and heard: the live region for screen readers, and small sounds (off unless asked for).

import { t } from './i18n.mjs';
import { settings } from './store.mjs';

let region = null;
let pending = [];
let timer = 0;

/** Texts in a row, each ended once. */
export const sentences = (texts) => texts.map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(' ');

/** Says something to those who listen; several at once are said together. */
export function announce(text) {
  if (!text) return;
  pending.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    region ??= document.getElementById('live');
    region.textContent = sentences(pending);
    pending = [];
  }, 120);
}

/** True if nothing should move: by setting, or because the reader's system says so. */
export function quiet() {
  const { motion } = settings();
  return motion === 'less' || (motion === 'auto' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

// ---- Calling whoever looks elsewhere ----------------------------------------------------------------------

const CALL = '● ';
let notice = null;

/** It is the reader's turn: told in the title, and, if the page is hidden, by what was allowed: sound, vibration, a notification. */
export function call(title) {
  if (!document.title.startsWith(CALL)) document.title = `${CALL}${t('Your turn')} · ${document.title}`;
  if (document.visibilityState !== 'hidden') return;
  sound('call');
  navigator.vibrate?.([120, 80, 120]);
  if (settings().notify && globalThis.Notification?.permission === 'granted') {
    notice = new Notification(t('Your turn'), { body: title, tag: 'penna', icon: '/icon-192.png' });
    notice.onclick = () => { window.focus(); notice.close(); };
  }
}

/** It is no more, or it was seen. */
export function calm() {
  notice?.close();
  notice = null;
  const words = `${CALL}${t('Your turn')} · `;
  if (document.title.startsWith(words)) document.title = document.title.slice(words.length);
}

// ---- Sounds -------------------------------------------------------------------------------------------------

let audio = null;
const TONES = { tap: [[660, 0.03]], write: [[520, 0.05], [780, 0.06]], roll: [[180, 0.04], [240, 0.04], [160, 0.05]], end: [[523, 0.12], [659, 0.12], [784, 0.2]] };

/** A short sound, if sounds are on. */
export function sound(name) {
  if (!settings().sound) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of TONES[name] ?? []) {
    const tone = audio.createOscillator(), volume = audio.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
