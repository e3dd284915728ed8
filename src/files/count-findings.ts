import type { ValidatorReport } from './model-report.ts'

/** Where the validator asks whether a finding is kept, by its code: see {@link withCounting}. */
const HOOK = 'keepsGltfFinding'

/** The place where the validator stops at so many findings, before which it is made to ask. */
const LIMIT = 's=o.a\nif(s>0&&p.cy.length===s){p.y=!0\nthrow A.d(B.ba)}'

/** Findings of one code that are kept, and of all: more are counted only, so that memory does not grow with them. */
const MOST_OF_CODE = 500
const MOST_IN_ALL = 15_000

/** The validator stops here where it was not made to ask; else it never gets so far. */
const MOST_FINDINGS = 20_000

/** The validator, as both its forms export it. */
type Validate = (
  bytes: Uint8Array,
  options: { format: 'glb'; writeTimestamp: boolean; maxIssues: number },
) => Promise<ValidatorReport>

/**
 * The Khronos validator's text, made to ask before it keeps a finding: it keeps all of them or stops, and a model of a few
 * megabytes can have millions. Throws when it is no longer written as it was.
 */
export function withCounting(source: string): string {
  if (source.split(LIMIT).length !== 2) throw new Error('The validator no longer stops where it did')
  return source.replace(LIMIT, () => `if(self.${HOOK}!==void 0&&!self.${HOOK}(n))return\n${LIMIT}`)
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Validates a GLB and counts all that is found, of each code the first few being kept; one model after the other. Where the
 * validator does not ask it counts what it says itself, up to 20,000.
 */
export function validateCounting(validate: Validate, bytes: Uint8Array): Promise<ValidatorReport> {
  const turn = last.then(async () => {
    const counts = new Map<string, number>()
    let kept = 0
    const keeps = (code: string) => {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      const isKept = count === 1 || (count <= MOST_OF_CODE && kept < MOST_IN_ALL)
      if (isKept) kept += 1
      return isKept
    }
    const asked = globalThis as { [HOOK]?: typeof keeps }
    asked[HOOK] = keeps
    try {
      const options = { format: 'glb', writeTimestamp: false, maxIssues: MOST_FINDINGS } as const
      return counted(await validate(bytes, options), counts)
    } finally {
      delete asked[HOOK]
    }
  })
  last = turn.catch(() => {})
  return turn
}

/** The report with the counts of all findings: each code is of one severity, and of each one finding at least is kept. */
function counted(report: ValidatorReport, counts: ReadonlyMap<string, number>): ValidatorReport {
  if (counts.size === 0) return report
  const totals = [0, 0, 0, 0]
  const severities = new Map(report.issues.messages.map(({ code, severity }) => [code, severity]))
  for (const [code, count] of counts) totals[severities.get(code) ?? 0]! += count
  const [numErrors = 0, numWarnings = 0, numInfos = 0, numHints = 0] = totals
  const all = numErrors + numWarnings + numInfos + numHints
  const truncated = report.issues.truncated || all > report.issues.messages.length
  return { issues: { ...report.issues, numErrors, numWarnings, numInfos, numHints, truncated } }
}
