import type { ValidatorReport } from './model-report.ts'

/** Name of the global function that decides whether the validator stores a finding (see {@link patchValidator}). */
const HOOK_NAME = 'shouldStoreGltfFinding'

/** Code of the validator that stops at the maximum number of findings. The call of the hook is inserted before this code. */
const LIMIT_SOURCE = 's=o.a\nif(s>0&&p.cy.length===s){p.y=!0\nthrow A.d(B.ba)}'

/** Maximum number of stored findings per code, and in total. Further findings are only counted, to save memory. */
const MAX_FINDINGS_PER_CODE = 500
const MAX_STORED_FINDINGS = 15_000

/** The validator's own limit of findings. Used only if the hook was not inserted. */
const MAX_FINDINGS = 20_000

type Validate = (
  bytes: Uint8Array,
  options: { format: 'glb'; writeTimestamp: boolean; maxIssues: number },
) => Promise<ValidatorReport>

/**
 * Patches the source of the Khronos validator so that it calls the hook before it stores a finding. Unpatched, the validator
 * stores all findings up to its limit, and a model of a few megabytes can have millions. Throws if the source no longer contains
 * the expected code.
 */
export function patchValidator(source: string): string {
  if (source.split(LIMIT_SOURCE).length !== 2)
    throw new Error('The validator source has changed: its issue limit was not found')
  return source.replace(
    LIMIT_SOURCE,
    () => `if(self.${HOOK_NAME}!==void 0&&!self.${HOOK_NAME}(n))return\n${LIMIT_SOURCE}`,
  )
}

let lastValidation: Promise<unknown> = Promise.resolve()

/**
 * Validates a GLB and counts all findings, but stores only the first few of each code. Runs one model at a time. Without the
 * patch, returns the validator's own counts, up to 20,000.
 */
export function validateAndCount(validate: Validate, bytes: Uint8Array): Promise<ValidatorReport> {
  const validation = lastValidation.then(async () => {
    const counts = new Map<string, number>()
    let storedCount = 0
    const shouldStore = (code: string) => {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      const isStored = count === 1 || (count <= MAX_FINDINGS_PER_CODE && storedCount < MAX_STORED_FINDINGS)
      if (isStored) storedCount += 1
      return isStored
    }
    const hookScope = globalThis as { [HOOK_NAME]?: typeof shouldStore }
    hookScope[HOOK_NAME] = shouldStore
    try {
      const options = { format: 'glb', writeTimestamp: false, maxIssues: MAX_FINDINGS } as const
      return withFindingCounts(await validate(bytes, options), counts)
    } finally {
      delete hookScope[HOOK_NAME]
    }
  })
  lastValidation = validation.catch(() => {})
  return validation
}

/**
 * Returns the report with the counts of all findings. At least one finding of each code is stored, so the severity of every code
 * is known.
 */
function withFindingCounts(report: ValidatorReport, counts: ReadonlyMap<string, number>): ValidatorReport {
  if (counts.size === 0) return report
  const totals = [0, 0, 0, 0]
  const severities = new Map(report.issues.messages.map(({ code, severity }) => [code, severity]))
  for (const [code, count] of counts) totals[severities.get(code) ?? 0]! += count
  const [numErrors = 0, numWarnings = 0, numInfos = 0, numHints = 0] = totals
  const total = numErrors + numWarnings + numInfos + numHints
  const truncated = report.issues.truncated || total > report.issues.messages.length
  return { issues: { ...report.issues, numErrors, numWarnings, numInfos, numHints, truncated } }
}
