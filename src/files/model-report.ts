/** Fields of the Khronos glTF validator's report that are used. Severities: 0 error, 1 warning, 2 info, 3 hint. */
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
  /** Position in the document (a JSON pointer), or in the file (a byte offset). */
  readonly pointer?: string
  readonly offset?: number
}

/** Severities, most severe first. */
export const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface Finding {
  readonly code: string
  readonly message: string
  readonly severity: Severity
  readonly places: readonly string[]
}

/** Errors about normalisation only: renderers normalise these values themselves. */
export const NORMALISATION_CODES: readonly string[] = [
  'ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION',
  'ACCESSOR_VECTOR3_NON_UNIT',
  'ACCESSOR_WEIGHTS_NON_NORMALIZED',
  'ROTATION_NON_UNIT',
]

/**
 * Returns whether a model can be stored, rendered and exported: it has no errors except those of normalisation. The report
 * contains at least one finding of each code.
 */
export const isUsableModel = ({ issues: { messages } }: ValidatorReport): boolean =>
  !messages.some(({ code, severity }) => severity === 0 && !NORMALISATION_CODES.includes(code))

/** A report for display: counts by severity, and the findings, most severe first. */
export interface ModelReport {
  readonly counts: Readonly<Record<Severity, number>>
  readonly findings: readonly Finding[]
  /** Whether there are more findings than are listed. */
  readonly isCut: boolean
}

/** Maximum number of listed positions, and total size of the listed findings as JSON, in bytes. The counts cover all findings. */
const MAX_LISTED_PLACES = 500
const MAX_REPORT_BYTES = 40_000
/** Maximum length of one message and of one position, in characters: names in an untrusted model can be of any length. */
const MAX_MESSAGE_LENGTH = 300
const MAX_PLACE_LENGTH = 150

/**
 * Groups findings with the same severity, code and message, most severe first, otherwise in their original order. Cuts the list
 * so that the whole report stays below 64 KB.
 */
export function summarizeReport({ issues }: ValidatorReport): ModelReport {
  const findingsByKey = new Map<string, Finding & { places: string[] }>()
  for (const { code, message, severity, pointer, offset } of issues.messages) {
    const key = `${severity} ${code} ${message}`
    const finding = findingsByKey.get(key) ?? { code, message, severity: SEVERITIES[severity] ?? 'hint', places: [] }
    finding.places.push(pointer ?? (offset === undefined ? '' : `@${offset}`))
    findingsByKey.set(key, finding)
  }
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity)
  return {
    counts: {
      error: issues.numErrors,
      warning: issues.numWarnings,
      info: issues.numInfos,
      hint: issues.numHints,
    },
    ...limitFindings(
      [...findingsByKey.values()].sort((a, b) => rank(a) - rank(b)),
      issues.truncated,
    ),
  }
}

function limitFindings(sorted: readonly Finding[], isTruncated: boolean): Pick<ModelReport, 'findings' | 'isCut'> {
  const findings: Finding[] = []
  let [places, size, isCut] = [0, 0, isTruncated]
  for (const { places: allPlaces, ...finding } of sorted) {
    const message = truncate(finding.message, MAX_MESSAGE_LENGTH)
    size += jsonByteLength(message) + finding.code.length + FINDING_OVERHEAD_BYTES
    const listedPlaces: string[] = []
    for (const place of allPlaces) {
      const shortened = truncate(place, MAX_PLACE_LENGTH)
      if (places === MAX_LISTED_PLACES || size + jsonByteLength(shortened) > MAX_REPORT_BYTES) break
      size += jsonByteLength(shortened)
      places += 1
      listedPlaces.push(shortened)
    }
    isCut ||= listedPlaces.length < allPlaces.length
    if (listedPlaces.length > 0) findings.push({ ...finding, message, places: listedPlaces })
  }
  return { findings, isCut }
}

/** Size of the JSON around each finding, in bytes. */
const FINDING_OVERHEAD_BYTES = 80

/** Returns the size of a text in the JSON response, in bytes, with its quotes and comma. */
const jsonByteLength = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length + 1

const truncate = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
