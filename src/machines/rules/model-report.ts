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

/** A report as people read it: how many of each severity, and the findings, the gravest first. */
export interface ModelReport {
  readonly counts: Readonly<Record<Severity, number>>
  readonly findings: readonly Finding[]
  /** More was found than is listed. */
  readonly isCut: boolean
}

/** Puts findings of one kind together, the gravest first and otherwise in the order they were found. */
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
    findings: [...found.values()].sort((a, b) => rank(a) - rank(b)),
    isCut: issues.truncated,
  }
}
