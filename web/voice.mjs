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

/** It is the reader's turn: told in the title, and once, if the page is hidden, by what was allowed: sound, vibration, a notification. */
export function call(title, first) {
  if (!document.title.startsWith(CALL)) document.title = `${CALL}${t('Your turn')} · ${document.title}`;
  if (!first || document.visibilityState !== 'hidden') return;
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
  if (document.title.startsWith(CALL)) document.title = document.title.replace(/^.*? · /, '');
}

// ---- Sounds -------------------------------------------------------------------------------------------------

let audio = null;
let hiss = null; // a second of noise, from which what rattles and scratches is cut

/** What is heard: [kind, pitch, length, after so long, loudness] each; a tone, or noise around a pitch. */
const SOUNDS = {
  tap: [['noise', 2400, 0.02, 0, 0.3]],
  write: [['noise', 5200, 0.07, 0, 0.25], ['noise', 4300, 0.09, 0.09, 0.25]],
  roll: [0, 0.07, 0.13, 0.21, 0.26, 0.36, 0.4].map((at, i) => ['noise', 900 + 240 * (i * 5 % 4), 0.04, at, 0.55 - 0.05 * i]),
  lock: [['noise', 1500, 0.03, 0, 0.5], ['tone', 196, 0.09, 0.05, 0.16], ['noise', 2600, 0.03, 0.05, 0.5]],
  call: [['tone', 659, 0.16, 0, 0.14], ['tone', 880, 0.3, 0.15, 0.14]],
  end: [['tone', 523, 0.14, 0, 0.12], ['tone', 659, 0.14, 0.12, 0.12], ['tone', 784, 0.3, 0.24, 0.12]],
};

/** A second of noise is made once; a filter round the pitch makes dice and pens of it, without a file to load. */
function noise(pitch) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    hiss.getChannelData(0).forEach((_, i, all) => { all[i] = 2 * Math.random() - 1; });
  }
  const source = audio.createBufferSource(), filter = audio.createBiquadFilter();
  source.buffer = hiss;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  source.connect(filter);
  return [source, filter];
}

function tone(pitch) {
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.value = pitch;
  return [source, source];
}

/** A short sound, if sounds are on. */
export function sound(name) {
  if (!settings().sound) return;
  audio ??= new AudioContext();
  for (const [kind, pitch, length, after, loud] of SOUNDS[name]) {
    const at = audio.currentTime + after, [source, last] = kind === 'noise' ? noise(pitch) : tone(pitch), volume = audio.createGain();
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    last.connect(volume).connect(audio.destination);
    source.start(at);
    source.stop(at + length);
  }
}
