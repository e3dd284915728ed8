/** The part of the Khronos glTF validator's report that people read. Severities: 0 error, 1 warning, 2 info, 3 hint. */
export interface ValidatorReport {
  readonly issues: {
    readonly numErrors: number
    readonly numWarnings: number
    readonly numInfos: number
    readonly numHints: number
    readonly messages: readonly ValidatorMessage[]
    readonly truncated: boolean
  }
}
export interface ValidatorMessage {
  readonly code: string
  readonly message: string
  readonly severity: number
  /** Where in the document (a JSON pointer), or where in the file (a byte offset). */
  readonly pointer?: string
  readonly offset?: number
}

/** How grave a finding is, the gravest first. */
export const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The same thing found at one or more places. */
export interface Finding {
  readonly code: string
  readonly message: string
  readonly severity: Severity
  readonly places: readonly string[]
}

/** Errors of mere normalisation: who draws a model evens them out. */
export const NORMALISATION: readonly string[] = [
  'ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION',
  'ACCESSOR_VECTOR3_NON_UNIT',
  'ACCESSOR_WEIGHTS_NON_NORMALIZED',
  'ROTATION_NON_UNIT',
]

/**
 * Whether a model can be kept, drawn and exported: it has no error but those of mere normalisation. The report lists one
 * finding of each code at least.
 */
export const isUsable = ({ issues: { messages } }: ValidatorReport): boolean =>
  !messages.some(({ code, severity }) => severity === 0 && !NORMALISATION.includes(code))

/** A report as people read it: how many of each severity, and the findings, the gravest first. */
export interface ModelReport {
  readonly counts: Readonly<Record<Severity, number>>
  readonly findings: readonly Finding[]
  /** More was found than is listed. */
  readonly isCut: boolean
}

/** Most places that are listed in all, and the letters of them and of what is said; the counts are of all findings. */
const MOST_PLACES = 500
const MOST_LETTERS = 40_000
/** Letters of one sentence, and of one place: names in a model are as long as a stranger likes. */
const MOST_OF_MESSAGE = 300
const MOST_OF_PLACE = 150

/**
 * Puts findings of one kind together, the gravest first and otherwise in the order they were found, and lists as many as
 * a person reads: the whole stays below 64 KB.
 */
export function readReport({ issues }: ValidatorReport): ModelReport {
  const found = new Map<string, Finding & { places: string[] }>()
  for (const { code, message, severity, pointer, offset } of issues.messages) {
    const key = `${severity} ${code} ${message}`
    const finding = found.get(key) ?? { code, message, severity: SEVERITIES[severity] ?? 'hint', places: [] }
    finding.places.push(pointer ?? (offset === undefined ? '' : `@${offset}`))
    found.set(key, finding)
  }
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity)
  return {
    counts: {
      error: issues.numErrors,
      warning: issues.numWarnings,
      info: issues.numInfos,
      hint: issues.numHints,
    },
    ...listed(
      [...found.values()].sort((a, b) => rank(a) - rank(b)),
      issues.truncated,
    ),
  }
}

function listed(found: readonly Finding[], isTruncated: boolean): Pick<ModelReport, 'findings' | 'isCut'> {
  const findings: Finding[] = []
  let [places, letters, isCut] = [0, 0, isTruncated]
  for (const { places: all, ...finding } of found) {
    const message = cut(finding.message, MOST_OF_MESSAGE)
    letters += escaped(message) + finding.code.length + HEAD_LETTERS
    const kept: string[] = []
    for (const place of all) {
      const short = cut(place, MOST_OF_PLACE)
      if (places === MOST_PLACES || letters + escaped(short) > MOST_LETTERS) break
      letters += escaped(short)
      places += 1
      kept.push(short)
    }
    isCut ||= kept.length < all.length
    if (kept.length > 0) findings.push({ ...finding, message, places: kept })
  }
  return { findings, isCut }
}

/** What stands around each finding in the answer. */
const HEAD_LETTERS = 80

/** The bytes a text takes in the answer, with its quotes and comma. */
const escaped = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length + 1

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
