import { plain } from '../../src/api/contract/text.ts'

/** The most characters of a name, without what makes it unique and its ending: 255 bytes are the most that disks take. */
const MOST_CHARACTERS = 60

/** What no name of a file may hold on Windows; of others `/` alone. Control characters are among what {@link plain} takes. */
const FORBIDDEN = /[<>:"/\\|?*\u007f]/g

/** Names of devices, which Windows takes for those whatever their ending. */
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** A name that every system takes for a file of its own folder: no way up, no device, no dot or space at its ends. */
export function safeName(name: string): string {
  const short = [...plain(name.normalize('NFC')).replace(FORBIDDEN, '_')].slice(0, MOST_CHARACTERS).join('')
  const trimmed = short.replace(/^[\s.]+|[\s.]+$/gu, '')
  // The part before the first dot is what Windows looks at.
  const [stem = ''] = trimmed.split('.', 1)
  return DEVICES.test(stem.trim()) ? `_${trimmed}` : trimmed || '_'
}

/** Gives out names of files, each once: Windows and macOS take two that differ in case or form alone for one. */
export function uniqueNames(): (folder: string, name: string, ending: string) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (folder, name, ending) => {
    const safe = safeName(name)
    const base = keyOf(`${folder}/${safe}.${ending}`)
    for (let n = next.get(base) ?? 1; ; n++) {
      const path = `${folder}/${safe}${n === 1 ? '' : ` (${n})`}.${ending}`
      const key = keyOf(path)
      if (taken.has(key)) continue
      taken.add(key)
      next.set(base, n + 1)
      return path
    }
  }
}

const keyOf = (path: string) => path.normalize('NFKC').toUpperCase().toLowerCase()
