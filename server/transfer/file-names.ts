import { stripUnsafeCharacters } from '../../src/api/contract/text.ts'
import { trim } from '../util/trim.ts'

/** Maximum length of a name without extension and suffix. File systems limit names to 255 bytes. */
const MAX_NAME_CHARACTERS = 60

/** Characters forbidden in file names on Windows, except control characters, which {@link stripUnsafeCharacters} removes. */
const FORBIDDEN_CHARACTERS = /[<>:"/\\|?*\u007f]/g

/** Device names that Windows reserves, with any extension. */
const DEVICE_NAMES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Returns a name that is valid on every system. */
export function toSafeFileName(name: string): string {
  const short = [...stripUnsafeCharacters(name.normalize('NFC')).replace(FORBIDDEN_CHARACTERS, '_')]
    .slice(0, MAX_NAME_CHARACTERS)
    .join('')
  const trimmed = trim(short, /[\s.]/)
  // Windows checks only the part before the first dot.
  const [stem = ''] = trimmed.split('.', 1)
  return DEVICE_NAMES.test(stem.trim()) ? `_${trimmed}` : trimmed || '_'
}

/**
 * Returns a function that makes file names unique. Names that differ only in case or Unicode form count as equal, because Windows
 * and macOS treat them as equal.
 */
export function createUniqueNames(): (folder: string, name: string, extension: string) => string {
  const takenNames = new Set<string>()
  const next = new Map<string, number>()
  return (folder, name, extension) => {
    const safe = toSafeFileName(name)
    const base = caseFoldedPath(`${folder}/${safe}.${extension}`)
    for (let n = next.get(base) ?? 1; ; n++) {
      const path = `${folder}/${safe}${n === 1 ? '' : ` (${n})`}.${extension}`
      const key = caseFoldedPath(path)
      if (takenNames.has(key)) continue
      takenNames.add(key)
      next.set(base, n + 1)
      return path
    }
  }
}

const caseFoldedPath = (path: string) => path.normalize('NFKC').toUpperCase().toLowerCase()
