import { describe, expect, test } from 'vitest'
import { patchValidator, validateAndCount } from '../../src/files/count-findings.ts'
import type { ValidatorMessage, ValidatorReport } from '../../src/files/model-report.ts'

/** Creates a validator that reports these findings. With `isPatched`, the validator counts only findings that `shouldStoreGltfFinding` accepts. */
const createValidator =
  (findings: readonly ValidatorMessage[], isPatched = true) =>
  async (_: Uint8Array, { maxIssues }: { maxIssues: number }): Promise<ValidatorReport> => {
    const { shouldStoreGltfFinding } = globalThis as { shouldStoreGltfFinding?: (code: string) => boolean }
    const countedMessages = findings.filter(({ code }) => !isPatched || shouldStoreGltfFinding?.(code) !== false)
    const messages = countedMessages.slice(0, maxIssues)
    const countSeverity = (severity: number) => messages.filter((message) => message.severity === severity).length
    const [numErrors, numWarnings, numInfos, numHints] = [
      countSeverity(0),
      countSeverity(1),
      countSeverity(2),
      countSeverity(3),
    ]
    return {
      issues: { numErrors, numWarnings, numInfos, numHints, messages, truncated: countedMessages.length > maxIssues },
    }
  }
const times = (count: number, code: string, severity: number): ValidatorMessage[] =>
  Array.from({ length: count }, () => ({ code, message: code, severity }))
const nothing = new Uint8Array()

describe('validateAndCount', () => {
  test('counts all findings and stores the first 500 of each code, also of the last code', async () => {
    const findings = [...times(100_000, 'A', 0), ...times(501, 'B', 1), ...times(500, 'C', 2), ...times(1, 'D', 0)]
    const { issues } = await validateAndCount(createValidator(findings), nothing)
    const { messages, ...counts } = issues
    expect(counts).toEqual({ numErrors: 100_001, numWarnings: 501, numInfos: 500, numHints: 0, truncated: true })
    expect(messages.length).toBe(1501)
    expect(messages.at(-1)?.code).toBe('D')
  })

  test('stores at least one finding of each code, but fewer than the limit that stops the validator', async () => {
    const findings = Array.from({ length: 300 }, (_, i) => times(400, `C${i}`, 0)).flat()
    const { issues } = await validateAndCount(createValidator(findings), nothing)
    expect(issues.numErrors).toBe(120_000)
    expect(new Set(issues.messages.map(({ code }) => code)).size).toBe(300)
    expect(issues.messages.length).toBeLessThan(20_000)
  })

  test('reports no truncation if all findings are stored, and counts concurrent runs separately', async () => {
    const [one, two] = await Promise.all([
      validateAndCount(createValidator(times(3, 'A', 3)), nothing),
      validateAndCount(createValidator(times(5, 'A', 3)), nothing),
    ])
    expect([one.issues.numHints, two.issues.numHints, two.issues.truncated]).toEqual([3, 5, false])
    await expect(validateAndCount(() => Promise.reject(new Error('no glTF')), nothing)).rejects.toThrow('no glTF')
    expect((await validateAndCount(createValidator([]), nothing)).issues.truncated).toBe(false)
    expect('shouldStoreGltfFinding' in globalThis).toBe(false)
  })

  test('uses the counts of an unpatched validator, up to its limit of 20,000', async () => {
    const { issues } = await validateAndCount(createValidator(times(30_000, 'A', 0), false), nothing)
    expect([issues.numErrors, issues.truncated]).toEqual([20_000, true])
  })
})

test('patchValidator throws if the code of the validator has changed', () => {
  expect(() => patchValidator('something else')).toThrow('has changed')
})
