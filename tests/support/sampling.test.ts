import { describe, expect, test, vi } from 'vitest'

const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const

/** Loads the module for the commit with the number `commit`, in an ordinary run or with the given environment variables. */
async function samplesOf(commit: number, variables: { SAMPLE?: string; SOAK?: string } = {}) {
  vi.stubEnv('DRAW', String(commit))
  vi.stubEnv('SOAK', variables.SOAK)
  vi.stubEnv('SAMPLE', variables.SAMPLE)
  vi.resetModules()
  try {
    return await import('./sampling.ts')
  } finally {
    vi.unstubAllEnvs()
  }
}

describe('the sampling by commit number', () => {
  test('returns the same names for the same commit number, in the given order', async () => {
    const sample = (await samplesOf(12)).sampleNamesSilently('letters', ALL)
    expect(sample).toHaveLength(2)
    expect(sample.toSorted()).toEqual(sample)
    expect((await samplesOf(12)).sampleNamesSilently('letters', ALL)).toEqual(sample)
  })

  test.each([0, 5, 1383])(
    'returns each of seven names in five consecutive commits, from commit %i on',
    async (first) => {
      const sampled = new Set<string>()
      for (let commit = first; commit < first + 5; commit++)
        for (const name of (await samplesOf(commit)).sampleNamesSilently('letters', ALL)) sampled.add(name)
      expect([...sampled].toSorted()).toEqual(ALL)
    },
  )

  test('runs a sampled check exactly once in five consecutive commits', async () => {
    const runs: boolean[] = []
    for (const commit of [100, 101, 102, 103, 104]) runs.push((await samplesOf(commit)).isSampled('a test'))
    expect(runs.filter(Boolean)).toHaveLength(1)
  })

  test('returns each number below a limit of four once in four consecutive commits', async () => {
    const numbers: number[] = []
    for (const commit of [7, 8, 9, 10]) numbers.push((await samplesOf(commit)).rotatingNumber('offset', 4))
    expect(numbers.toSorted()).toEqual([0, 1, 2, 3])
  })

  test('runs about a fifth of the sampled checks', async () => {
    const { isSampled } = await samplesOf(1)
    const count = Array.from({ length: 500 }, (_, i) => isSampled(`test ${i}`)).filter(Boolean).length
    expect(Math.abs(count - 100)).toBeLessThan(40)
  })

  test.each(['SAMPLE', 'SOAK'])('runs every sampled check with %s=1', async (variable) => {
    const { isSampled, sampleNamesSilently } = await samplesOf(1, { [variable]: '1' })
    expect(ALL.filter((name) => isSampled(name))).toEqual(ALL)
    expect(sampleNamesSilently('letters', ALL)).toEqual(ALL)
  })
})
