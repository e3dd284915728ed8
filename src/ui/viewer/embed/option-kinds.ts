import { FRAMINGS } from '../../../machines/viewer/camera.ts'
import { OCCLUSION_MODES, type OcclusionMode } from '../../../machines/viewer/occlusion.ts'

/** Type of an option value. Converts values from and to text (attribute or URL parameter), and validates values from messages. */
export interface OptionKind {
  /** Parses a text; returns undefined if invalid. */
  read: (text: string) => unknown
  /** Formats a valid value; returns null if the attribute is to be omitted. */
  write: (value: never) => string | null
  accepts: (value: unknown) => boolean
  /** Description of valid values, used after "needs ". */
  expected: string
}

export const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOff = (text: string) => /^(?:false|off|no|0)$/i.test(text.trim())
const isMode = (value: unknown): value is OcclusionMode => OCCLUSION_MODES.some((mode) => mode === value)

const parseNumber = (text: string): number | undefined => {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

export const TEXT_KIND: OptionKind = {
  read: (text) => text,
  write: (value: string) => value,
  accepts: (value) => typeof value === 'string',
  expected: 'text',
}

/** Model source: a URL, or a JSON list of URLs shown together. A property or message may also contain Blobs. */
export const SOURCE_KIND: OptionKind = {
  read: (text) => {
    const list = text.startsWith('[') ? tryParseJson(text) : undefined
    return isAddresses(list) ? list : text
  },
  write: (value: unknown) => (typeof value === 'string' ? value : isAddresses(value) ? JSON.stringify(value) : null),
  accepts: (value) =>
    value === null || [value].flat().every((part) => typeof part === 'string' || part instanceof Blob),
  expected: 'an address, a Blob, or a list of them',
}

const isAddresses = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')

export const NUMBER_KIND: OptionKind = {
  read: parseNumber,
  write: (value: number) => `${value}`,
  accepts: isFiniteNumber,
  expected: 'a number',
}

/** Boolean: any text except "false", "off", "no" or "0" is true. */
export const BOOLEAN_KIND: OptionKind = {
  read: (text) => !isOff(text),
  write: (value: boolean) => (value ? '' : 'false'),
  accepts: (value) => typeof value === 'boolean',
  expected: 'true or false',
}

/** Three numbers, separated by spaces or commas. */
export const POINT_KIND: OptionKind = {
  read: (text) => {
    const numbers = text.trim().split(/[\s,]+/)
    const point = numbers.map(parseNumber)
    return point.length === 3 && point.every(isFiniteNumber) ? point : undefined
  },
  write: (value: readonly number[]) => value.join(' '),
  accepts: (value) => Array.isArray(value) && value.length === 3 && value.every(isFiniteNumber),
  expected: 'three numbers',
}

/** List of the given names, or a boolean for all or none. In text form, spaces or commas separate the names. */
export const nameListKind = (parts: readonly string[]): OptionKind => ({
  read: (text) => {
    if (isOff(text)) return false
    const names = text.trim().split(/[\s,]+/)
    if (text.trim() === '' || text.trim() === 'true') return true
    return names.every((name) => parts.includes(name)) ? names : undefined
  },
  write: (value: boolean | readonly string[]) =>
    typeof value === 'boolean' ? BOOLEAN_KIND.write(value as never) : value.join(' '),
  accepts: (value) =>
    typeof value === 'boolean' || (Array.isArray(value) && value.every((name) => parts.includes(name))),
  expected: `true, false, or some of ${parts.join(', ')}`,
})

export const GAZE_KIND: OptionKind = {
  read: (text) => (text === 'cursor' || text === 'camera' ? text : POINT_KIND.read(text)),
  write: (value: unknown) =>
    value === null ? null : typeof value === 'string' ? value : POINT_KIND.write(value as never),
  accepts: (value) => value === null || value === 'cursor' || value === 'camera' || POINT_KIND.accepts(value),
  expected: 'cursor, camera or three numbers',
}

/** Two numbers, separated by spaces or commas. */
export const RANGE_KIND: OptionKind = {
  read: (text) => {
    const range = text
      .trim()
      .split(/[\s,]+/)
      .map(parseNumber)
    return RANGE_KIND.accepts(range) ? range : undefined
  },
  write: POINT_KIND.write,
  accepts: (value) => Array.isArray(value) && value.length === 2 && value.every(isFiniteNumber),
  expected: 'two numbers',
}

/** Number with a default for an attribute without a value. */
export const rateKind = (defaultRate: number): OptionKind => ({
  ...NUMBER_KIND,
  read: (text) => (text.trim() === '' || text === 'true' ? defaultRate : isOff(text) ? 0 : parseNumber(text)),
})

export const enumKind = (keywords: readonly string[]): OptionKind => ({
  ...TEXT_KIND,
  read: (text) => keywords.find((keyword) => keyword === text.toLowerCase()),
  accepts: (value) => keywords.some((keyword) => keyword === value),
  expected: `one of ${keywords.join(', ')}`,
})

export const NULLABLE_TEXT_KIND: OptionKind = {
  ...TEXT_KIND,
  write: (value: string | null) => value,
  accepts: (value) => value === null || typeof value === 'string',
}

const jsonKind = (accepts: (value: unknown) => boolean, expected: string): OptionKind => ({
  read: (text) => {
    const value = tryParseJson(text)
    return accepts(value) ? value : undefined
  },
  write: (value: object) => JSON.stringify(value),
  accepts,
  expected,
})

/** JSON object with arbitrary keys. Each value is an object whose members have the kinds in `parts`. */
export const recordKind = (parts: Readonly<Record<string, OptionKind>>): OptionKind =>
  jsonKind(
    (value) => isRecord(value) && Object.values(value).every(groupKind(parts).accepts),
    `objects by name, each of ${Object.keys(parts).join(', ')}`,
  )

/** JSON list of objects whose members have the kinds in `parts`. Each object must have all of `requiredNames`. */
export const listKind = (parts: Readonly<Record<string, OptionKind>>, requiredNames: readonly string[]): OptionKind =>
  jsonKind(
    (value) =>
      Array.isArray(value) &&
      value.every((item) => requiredNames.every((name) => groupKind(parts, name).accepts(item))),
    `a list of objects of ${Object.keys(parts).join(', ')}`,
  )

/** Returns whether a value is a camera move, which has no text form. */
export const isCameraMove = (value: unknown): boolean => CAMERA_MOVE.accepts(value)

/** JSON object of numbers by name. */
export const INFLUENCES_KIND: OptionKind = {
  read: (text) => {
    const value = tryParseJson(text)
    return INFLUENCES_KIND.accepts(value) ? value : undefined
  },
  write: (value: Readonly<Record<string, number>>) => JSON.stringify(value),
  accepts: (value) => isRecord(value) && Object.values(value).every(isFiniteNumber),
  expected: 'an object of numbers, such as {"mouthSmile": 1}',
}

export const CLIP_KIND: OptionKind = {
  read: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  write: (value: string | number | null) => (value === null ? null : `${value}`),
  accepts: (value) => value === null || typeof value === 'string' || isFiniteNumber(value),
  expected: 'a name or a number',
}

/** Occlusion mode; an empty text or "true" selects the default. */
export const OCCLUSION_MODE_KIND: OptionKind = {
  read: (text) => {
    if (text === '' || text === 'true') return 'Combined'
    return OCCLUSION_MODES.find((mode) => mode.toLowerCase() === text.toLowerCase())
  },
  write: (value: OcclusionMode) => (value === 'Combined' ? '' : value),
  accepts: isMode,
  expected: `one of ${OCCLUSION_MODES.join(', ')}`,
}

/** Object with several members. The object has no text form; each member is a separate attribute. */
export const groupKind = (parts: Readonly<Record<string, OptionKind>>, requiredName?: string): OptionKind => ({
  read: () => undefined,
  write: () => null,
  accepts: (value) =>
    isRecord(value) &&
    (requiredName === undefined || value[requiredName] !== undefined) &&
    Object.entries(value).every(
      ([name, part]) => part === undefined || Boolean(findOwnKind(parts, name)?.accepts(part)),
    ),
  expected: `an object of ${Object.keys(parts).join(', ')}`,
})

export const findOwnKind = (kinds: Readonly<Record<string, OptionKind>>, name: string): OptionKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const CAMERA_MOVE: OptionKind = groupKind({
  yaw: NUMBER_KIND,
  elevation: NUMBER_KIND,
  zoom: NUMBER_KIND,
  target: POINT_KIND,
  framing: enumKind(FRAMINGS),
})
