import type { ValidatorReport } from './model-report.ts'

/** Name of the global function by which the validator decides whether to store a finding: see {@link patchValidator}. */
const HOOK_NAME = 'keepsGltfFinding'

/** Code with which the validator stops at its maximum number of findings; the call of the hook is inserted before it. */
const LIMIT_SOURCE = 's=o.a\nif(s>0&&p.cy.length===s){p.y=!0\nthrow A.d(B.ba)}'

/** Maximum number of stored findings per code, and in total. Further ones are only counted, so that they use no memory. */
const MAX_FINDINGS_PER_CODE = 500
const MAX_STORED_FINDINGS = 15_000

/** Limit of the validator itself. It applies only if the hook was not inserted. */
const MAX_FINDINGS = 20_000

/** Validate function, as both builds of the validator export it. */
type Validate = (
  bytes: Uint8Array,
  options: { format: 'glb'; writeTimestamp: boolean; maxIssues: number },
) => Promise<ValidatorReport>

/**
 * Patches the source of the Khronos validator so that it calls the hook before it stores a finding. Unpatched, it stores all
 * findings up to its limit, and a model of a few megabytes can have millions. Throws if the source no longer contains the
 * expected code.
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
 * Validates a GLB and counts all findings; only the first few of each code are stored. Runs one model at a time. If the validator
 * is not patched, its own counts are returned, up to 20,000.
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
 * Returns the report with the counts of all findings. Each code has one severity, and at least one finding of each code is
 * stored.
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
