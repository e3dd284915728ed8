const code = (from: number, to = from) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))

/** Control characters (C0, DEL, C1) and what ends a line or a paragraph. */
export const CONTROLS = [...code(0, 0x1f), ...code(0x7f, 0x9f), ...code(0x2028, 0x2029)]

/** What turns the direction of the text around it (Unicode UAX #9: marks, embeddings, overrides, isolates). */
export const DIRECTIONS = [...code(0x61c), ...code(0x200e, 0x200f), ...code(0x202a, 0x202e), ...code(0x2066, 0x2069)]

/** Halves of surrogate pairs. */
export const HALVES = ['\ud800', '\udbff', '\udc00', '\udfff']

/** Characters that no line of text may hold. */
export const ODD_CHARACTERS = [...CONTROLS, ...DIRECTIONS, ...HALVES]

/** Whether a text holds one of them. */
export const isOdd = (text: string): boolean =>
  ODD_CHARACTERS.some((it) => (HALVES.includes(it) ? false : text.includes(it))) || /\p{Surrogate}/u.test(text)

/** Texts that people write and that must come through. */
export const HONEST = [
  'Ada',
  'Élan vital',
  '👩‍👩‍👧‍👦 Familie',
  'می‌خواهم',
  'क्‍ष',
  'שלום עולם',
  'مرحبا',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '❤️‍🔥',
  "O'Brien; -- <b>",
  '名前',
  '✈︎',
]
