import { expect, test } from 'vitest'
import { isUsableModel, summarizeReport } from '../../src/files/model-report.ts'

const issues = { numErrors: 0, numWarnings: 0, numInfos: 0, numHints: 0, messages: [], truncated: false }

test('groups equal findings at several positions, and lists the most severe first', () => {
  const far = { code: 'ACCESSOR_INDEX_OOB', message: 'Indices out of bounds.', severity: 0 }
  const unused = { code: 'UNUSED_OBJECT', message: 'This object may be unused.', severity: 2 }
  const report = summarizeReport({
    issues: {
      ...issues,
      numErrors: 2,
      numInfos: 1,
      messages: [
        { ...unused, pointer: '/nodes/3' },
        { ...far, pointer: '/accessors/1' },
        { ...far, pointer: '/accessors/4' },
      ],
    },
  })
  expect(report).toEqual({
    counts: { error: 2, warning: 0, info: 1, hint: 0 },
    findings: [
      { code: far.code, message: far.message, severity: 'error', places: ['/accessors/1', '/accessors/4'] },
      { code: unused.code, message: unused.message, severity: 'info', places: ['/nodes/3'] },
    ],
    isCut: false,
  })
})

test('names the position of a finding by its byte offset, and marks a truncated list', () => {
  const messages = [{ code: 'GLB_CHUNK_TOO_BIG', message: 'Chunk is too big.', severity: 0, offset: 12 }]
  const { findings, isCut } = summarizeReport({ issues: { ...issues, messages, truncated: true } })
  expect([findings[0]?.places, isCut]).toEqual([['@12'], true])
})

test.each([
  [
    'with messages of the validator',
    'ACCESSOR_VECTOR3_NON_UNIT',
    (n: number) => `Vector3 at accessor indices ${n}..${n + 2} is not of unit length: ${n / 7}.`,
    '/accessors/14',
  ],
  [
    'with very long messages',
    'X',
    (n: number) => `${n}${'"\u{1F600}\n'.repeat(2000)}`,
    `/extensions/${'ü'.repeat(100_000)}`,
  ],
])('counts all of 2,349 findings %s and stays below 64 KB', (_, code, message, pointer) => {
  const errors = Array.from({ length: 2349 }, (_, n) => ({ code, message: message(n), severity: 0, pointer }))
  const info = { code: 'UNUSED_OBJECT', message: 'This object may be unused.', severity: 2, pointer: '/nodes/1' }
  const report = summarizeReport({ issues: { ...issues, numErrors: 2349, numInfos: 1, messages: [info, ...errors] } })
  expect(report.counts).toEqual({ error: 2349, warning: 0, info: 1, hint: 0 })
  expect(report.isCut).toBe(true)
  expect(report.findings.length).toBeGreaterThan(30)
  expect(report.findings.every(({ severity }) => severity === 'error')).toBe(true)
  expect(new TextEncoder().encode(JSON.stringify(report)).length).toBeLessThan(60 * 1024)
})

test.each([
  ['of the GLB container', 'GLB_CHUNK_TOO_BIG', false],
  ['of the JSON', 'UNDEFINED_PROPERTY', false],
  ['of an accessor', 'ACCESSOR_MIN_MISMATCH', false],
  ['of a buffer', 'BUFFER_VIEW_TOO_LONG', false],
  ['of a reference', 'UNRESOLVED_REFERENCE', false],
  ['of an unknown kind', 'ACME', false],
  ['of weights', 'ACCESSOR_WEIGHTS_NON_NORMALIZED', true],
  ['of normals', 'ACCESSOR_VECTOR3_NON_UNIT', true],
  ['of quaternions', 'ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION', true],
  ['of a rotation', 'ROTATION_NON_UNIT', true],
])('considers a model with an error %s (%s) usable: %s', (_, code, expected) => {
  const reportWith = (...severities: number[]) => ({
    issues: {
      ...issues,
      numErrors: severities.filter((severity) => severity === 0).length,
      messages: severities.map((severity) => ({ code, message: code, severity })),
    },
  })
  expect(isUsableModel(reportWith(0))).toBe(expected)
  expect(isUsableModel(reportWith(0, 0))).toBe(expected)
  expect(isUsableModel(reportWith(1, 2, 3))).toBe(true)
  expect(summarizeReport(reportWith(0, 0)).counts.error).toBe(2)
  // The report lists one finding per code, but counts all findings.
  expect(isUsableModel({ issues: { ...reportWith(0).issues, numErrors: 2_000_000, truncated: true } })).toBe(expected)
})
