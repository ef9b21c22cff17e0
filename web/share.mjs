// share.mjs: a record as a link and as a file. The link holds the whole game, compressed, after its '#', which no
// server ever sees.

import { at } from './dom.mjs';
import { t } from './i18n.mjs';
import { announce } from './voice.mjs';

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** A record as text for a link. */
export async function pack(record) {
  const bytes = await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The record of such a text; throws if it is none. */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

/** Offers a link to the replay: by the system's own sharing, or copied. */
export async function shareRecord(record, title, from) {
  const url = at(`./#/game/${await pack(record)}`);
  await offer({ title, url }, from);
}

/** Shares an address ({title, url}) or a text ({text}), or copies it and says so on the button: a phone has a way of its own to share; on a desktop the dialog
 *  of the system has less to offer than one's own paste. Where nothing may be copied it is shown, after a `label`. */
export async function offer(what, from, label = t('The link:')) {
  const words = what.url ?? what.text;
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share(what);
    } catch { /* not wanted, or not possible: copy */ }
  }
  try {
    await navigator.clipboard.writeText(words);
    from.lastChild.textContent = t('Copied');
    announce(t('Copied'));
  } catch {
    prompt(label, words);
  }
  return undefined;
}

/** Saves a text, or a Blob, as a file. */
export function download(name, content) {
  const url = URL.createObjectURL(new Blob([content], { type: content.type ?? 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Offers a picture: by the system's own sharing where it takes files, else it is saved, and the button says so. */
export async function sharePicture(blob, name, title, from) {
  const files = [new File([blob], name, { type: blob.type })];
  if (navigator.canShare?.({ files }) && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share({ files, title });
    } catch (error) {
      if (error.name === 'AbortError') return undefined; // not wanted
    }
  }
  download(name, blob);
  from.lastChild.textContent = t('Saved');
  announce(t('Saved'));
  return undefined;
}
