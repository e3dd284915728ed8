import { FRAMINGS } from '../../../machines/rules/camera.ts'
import { OCCLUSION_MODES, type OcclusionMode } from '../../../machines/rules/occlusion.ts'

/** How one kind of value is written as text (an attribute, a part of an address) and told apart as data (a message). */
export interface Kind {
  /** The value of a text; undefined when the text is none. */
  read: (text: string) => unknown
  /** The text of a value that it accepts; null for one that is best left out. */
  write: (value: never) => string | null
  accepts: (value: unknown) => boolean
  /** What it wants, after "needs ". */
  wants: string
}

/** Whether a value is a finite number. */
export const isPlainNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOff = (text: string) => /^(?:false|off|no|0)$/i.test(text.trim())
const isMode = (value: unknown): value is OcclusionMode => OCCLUSION_MODES.some((mode) => mode === value)

const numberOf = (text: string): number | undefined => {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

/** Words as they are. */
export const TEXT: Kind = {
  read: (text) => text,
  write: (value: string) => value,
  accepts: (value) => typeof value === 'string',
  wants: 'text',
}

/** What is shown: an address, or several shown together, as text JSON; as data also a Blob or a list with Blobs. */
export const SOURCE: Kind = {
  read: (text) => {
    const list = text.startsWith('[') ? parsed(text) : undefined
    return isAddresses(list) ? list : text
  },
  write: (value: unknown) => (typeof value === 'string' ? value : isAddresses(value) ? JSON.stringify(value) : null),
  accepts: (value) =>
    value === null || [value].flat().every((part) => typeof part === 'string' || part instanceof Blob),
  wants: 'an address, a Blob, or a list of them',
}

const isAddresses = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')

/** A finite number. */
export const NUMBER: Kind = {
  read: numberOf,
  write: (value: number) => `${value}`,
  accepts: isPlainNumber,
  wants: 'a number',
}

/** Off or on: present and not "false", "off", "no" or "0" is on. */
export const SWITCH: Kind = {
  read: (text) => !isOff(text),
  write: (value: boolean) => (value ? '' : 'false'),
  accepts: (value) => typeof value === 'boolean',
  wants: 'true or false',
}

/** Three numbers, apart by spaces or commas. */
export const POINT: Kind = {
  read: (text) => {
    const numbers = text.trim().split(/[\s,]+/)
    const point = numbers.map(numberOf)
    return point.length === 3 && point.every(isPlainNumber) ? point : undefined
  },
  write: (value: readonly number[]) => value.join(' '),
  accepts: (value) => Array.isArray(value) && value.length === 3 && value.every(isPlainNumber),
  wants: 'three numbers',
}

/** All of some parts, or a few by name, apart by spaces; as data also a list, or true and false. */
export const partsOf = (parts: readonly string[]): Kind => ({
  read: (text) => {
    if (isOff(text)) return false
    const names = text.trim().split(/[\s,]+/)
    if (text.trim() === '' || text.trim() === 'true') return true
    return names.every((name) => parts.includes(name)) ? names : undefined
  },
  write: (value: boolean | readonly string[]) =>
    typeof value === 'boolean' ? SWITCH.write(value as never) : value.join(' '),
  accepts: (value) =>
    typeof value === 'boolean' || (Array.isArray(value) && value.every((name) => parts.includes(name))),
  wants: `true, false, or some of ${parts.join(', ')}`,
})

/** Where a model looks: a word, or a point. */
export const GAZE: Kind = {
  read: (text) => (text === 'cursor' || text === 'camera' ? text : POINT.read(text)),
  write: (value: unknown) => (value === null ? null : typeof value === 'string' ? value : POINT.write(value as never)),
  accepts: (value) => value === null || value === 'cursor' || value === 'camera' || POINT.accepts(value),
  wants: 'cursor, camera or three numbers',
}

/** Two numbers, apart by spaces or commas. */
export const RANGE: Kind = {
  read: (text) => {
    const range = text
      .trim()
      .split(/[\s,]+/)
      .map(numberOf)
    return RANGE.accepts(range) ? range : undefined
  },
  write: POINT.write,
  accepts: (value) => Array.isArray(value) && value.length === 2 && value.every(isPlainNumber),
  wants: 'two numbers',
}

/** A number, or one that is usual where only the name stands. */
export const rateOf = (usual: number): Kind => ({
  ...NUMBER,
  read: (text) => (text.trim() === '' || text === 'true' ? usual : isOff(text) ? 0 : numberOf(text)),
})

/** One of a few words. */
export const oneOf = (words: readonly string[]): Kind => ({
  ...TEXT,
  read: (text) => words.find((word) => word === text.toLowerCase()),
  accepts: (value) => words.some((word) => word === value),
  wants: `one of ${words.join(', ')}`,
})

/** Words as they are, or nothing. */
export const CHOICE: Kind = {
  ...TEXT,
  write: (value: string | null) => value,
  accepts: (value) => value === null || typeof value === 'string',
}

/** What can be written as JSON. */
const jsonOf = (accepts: (value: unknown) => boolean, wants: string): Kind => ({
  read: (text) => {
    const value = parsed(text)
    return accepts(value) ? value : undefined
  },
  write: (value: object) => JSON.stringify(value),
  accepts,
  wants,
})

/** Groups of values by any name, as text JSON. */
export const recordOf = (parts: Readonly<Record<string, Kind>>): Kind =>
  jsonOf(
    (value) => isRecord(value) && Object.values(value).every(groupOf(parts).accepts),
    `objects by name, each of ${Object.keys(parts).join(', ')}`,
  )

/** Groups of values in a row, as text JSON; those named have to be there. */
export const listOf = (parts: Readonly<Record<string, Kind>>, needed: readonly string[]): Kind =>
  jsonOf(
    (value) => Array.isArray(value) && value.every((one) => needed.every((name) => groupOf(parts, name).accepts(one))),
    `a list of objects of ${Object.keys(parts).join(', ')}`,
  )

/** Where a camera is sent; only as data. */
export const isMove = (value: unknown): boolean => MOVE.accepts(value)

/** Numbers by name, as text JSON. */
export const INFLUENCES: Kind = {
  read: (text) => {
    const value = parsed(text)
    return INFLUENCES.accepts(value) ? value : undefined
  },
  write: (value: Readonly<Record<string, number>>) => JSON.stringify(value),
  accepts: (value) => isRecord(value) && Object.values(value).every(isPlainNumber),
  wants: 'an object of numbers, such as {"mouthSmile": 1}',
}

/** A clip's name, or its 0-based place. */
export const CLIP: Kind = {
  read: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  write: (value: string | number | null) => (value === null ? null : `${value}`),
  accepts: (value) => value === null || typeof value === 'string' || isPlainNumber(value),
  wants: 'a name or a number',
}

/** A way to look at occlusion; as text nothing, or "true", is the usual one. */
export const MODE: Kind = {
  read: (text) => {
    if (text === '' || text === 'true') return 'Combined'
    return OCCLUSION_MODES.find((mode) => mode.toLowerCase() === text.toLowerCase())
  },
  write: (value: OcclusionMode) => (value === 'Combined' ? '' : value),
  accepts: isMode,
  wants: `one of ${OCCLUSION_MODES.join(', ')}`,
}

/** Several values by name; only as data, its parts are texts of their own. */
export const groupOf = (parts: Readonly<Record<string, Kind>>, needed?: string): Kind => ({
  read: () => undefined,
  write: () => null,
  accepts: (value) =>
    isRecord(value) &&
    (needed === undefined || value[needed] !== undefined) &&
    Object.entries(value).every(([name, part]) => part === undefined || Boolean(kindOf(parts, name)?.accepts(part))),
  wants: `an object of ${Object.keys(parts).join(', ')}`,
})

/** The kind that stands under an own name. */
export const kindOf = (kinds: Readonly<Record<string, Kind>>, name: string): Kind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where a camera is sent. */
const MOVE: Kind = groupOf({
  yaw: NUMBER,
  elevation: NUMBER,
  zoom: NUMBER,
  target: POINT,
  framing: oneOf(FRAMINGS),
})
