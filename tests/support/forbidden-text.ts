const code = (from: number, to = from) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))

/** Control characters (C0, DEL, C1) and the line and paragraph separators. */
export const CONTROL_CHARACTERS = [...code(0, 0x1f), ...code(0x7f, 0x9f), ...code(0x2028, 0x2029)]

/** Characters that change text direction (Unicode UAX #9: marks, embeddings, overrides, isolates). */
export const BIDI_CHARACTERS = [
  ...code(0x61c),
  ...code(0x200e, 0x200f),
  ...code(0x202a, 0x202e),
  ...code(0x2066, 0x2069),
]

export const LONE_SURROGATES = ['\ud800', '\udbff', '\udc00', '\udfff']

/** Characters not allowed in a single-line text. */
export const FORBIDDEN_CHARACTERS = [...CONTROL_CHARACTERS, ...BIDI_CHARACTERS, ...LONE_SURROGATES]

export const hasForbiddenCharacter = (text: string): boolean =>
  FORBIDDEN_CHARACTERS.some((character) => (LONE_SURROGATES.includes(character) ? false : text.includes(character))) ||
  /\p{Surrogate}/u.test(text)

/** Legitimate texts that must be accepted unchanged. */
export const LEGITIMATE_TEXTS = [
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
