// voice.mjs: what is said and heard: the live region for screen readers, and small sounds (off unless asked for).

import { settings } from './store.mjs';

let region = null;
let pending = [];
let timer = 0;

/** Says something to those who listen; several at once are said together. */
export function announce(text) {
  if (!text) return;
  pending.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    region ??= document.getElementById('live');
    region.textContent = pending.join('. ');
    pending = [];
  }, 120);
}

/** True if nothing should move: by setting, or because the reader's system says so. */
export function quiet() {
  const { motion } = settings();
  return motion === 'less' || (motion === 'auto' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

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
