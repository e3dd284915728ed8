import { describe, expect, test } from 'vitest'
import { validateCounting, withCounting } from '../../src/files/count-findings.ts'
import type { ValidatorMessage, ValidatorReport } from '../../src/files/model-report.ts'

/** A validator that finds these and asks as ours is made to, or does not. */
const finding =
  (found: readonly ValidatorMessage[], asks = true) =>
  async (_: Uint8Array, { maxIssues }: { maxIssues: number }): Promise<ValidatorReport> => {
    const { keepsGltfFinding } = globalThis as { keepsGltfFinding?: (code: string) => boolean }
    const kept = found.filter(({ code }) => !asks || keepsGltfFinding?.(code) !== false)
    const messages = kept.slice(0, maxIssues)
    const of = (severity: number) => messages.filter((it) => it.severity === severity).length
    const [numErrors, numWarnings, numInfos, numHints] = [of(0), of(1), of(2), of(3)]
    return { issues: { numErrors, numWarnings, numInfos, numHints, messages, truncated: kept.length > maxIssues } }
  }
const times = (count: number, code: string, severity: number): ValidatorMessage[] =>
  Array.from({ length: count }, () => ({ code, message: code, severity }))
const nothing = new Uint8Array()

describe('counting findings', () => {
  test('counts all of them and keeps the first 500 of each code, the last code as well', async () => {
    const found = [...times(100_000, 'A', 0), ...times(501, 'B', 1), ...times(500, 'C', 2), ...times(1, 'D', 0)]
    const { issues } = await validateCounting(finding(found), nothing)
    const { messages, ...counts } = issues
    expect(counts).toEqual({ numErrors: 100_001, numWarnings: 501, numInfos: 500, numHints: 0, truncated: true })
    expect(messages.length).toBe(1501)
    expect(messages.at(-1)?.code).toBe('D')
  })

  test('keeps one of every code at least, and never so many that the validator stops', async () => {
    const found = Array.from({ length: 300 }, (_, i) => times(400, `C${i}`, 0)).flat()
    const { issues } = await validateCounting(finding(found), nothing)
    expect(issues.numErrors).toBe(120_000)
    expect(new Set(issues.messages.map(({ code }) => code)).size).toBe(300)
    expect(issues.messages.length).toBeLessThan(20_000)
  })

  test('is not cut where all are kept; one after the other, each counts its own', async () => {
    const [one, two] = await Promise.all([
      validateCounting(finding(times(3, 'A', 3)), nothing),
      validateCounting(finding(times(5, 'A', 3)), nothing),
    ])
    expect([one.issues.numHints, two.issues.numHints, two.issues.truncated]).toEqual([3, 5, false])
    await expect(validateCounting(() => Promise.reject(new Error('no glTF')), nothing)).rejects.toThrow('no glTF')
    expect((await validateCounting(finding([]), nothing)).issues.truncated).toBe(false)
    expect('keepsGltfFinding' in globalThis).toBe(false)
  })

  test('believes a validator that does not ask, up to where it stops', async () => {
    const { issues } = await validateCounting(finding(times(30_000, 'A', 0), false), nothing)
    expect([issues.numErrors, issues.truncated]).toEqual([20_000, true])
  })

  test('is told apart from a validator that is written otherwise', () => {
    expect(() => withCounting('something else')).toThrow('no longer')
  })
})
