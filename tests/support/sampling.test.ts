import { describe, expect, test, vi } from 'vitest'

const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const

/** Loads the samples of the commit with this number, outside a soak run. */
async function samplesOf(commit: number) {
  vi.stubEnv('DRAW', String(commit))
  vi.stubEnv('SOAK', '')
  vi.resetModules()
  try {
    return await import('./sampling.ts')
  } finally {
    vi.unstubAllEnvs()
  }
}

describe('the sampling by commit number', () => {
  test('returns the same names for the same commit number, in the given order', async () => {
    const sample = (await samplesOf(12)).sampleNamesSilently('letters', ALL, 3)
    expect(sample).toHaveLength(3)
    expect(sample.toSorted()).toEqual(sample)
    expect((await samplesOf(12)).sampleNamesSilently('letters', ALL, 3)).toEqual(sample)
  })

  test.each([0, 5, 1383])(
    'covers seven names with three per commit in three consecutive commits, from commit %i on',
    async (first) => {
      const sampled = new Set<string>()
      for (const commit of [first, first + 1, first + 2])
        for (const name of (await samplesOf(commit)).sampleNamesSilently('letters', ALL, 3)) sampled.add(name)
      expect([...sampled].toSorted()).toEqual(ALL)
    },
  )

  test('runs a test with a rate of one in five exactly once in five consecutive commits', async () => {
    const runs: boolean[] = []
    for (const commit of [100, 101, 102, 103, 104]) runs.push((await samplesOf(commit)).isSampledOneIn('a test', 5))
    expect(runs.filter(Boolean)).toHaveLength(1)
  })

  test('returns each number below a limit of four once in four consecutive commits', async () => {
    const numbers: number[] = []
    for (const commit of [7, 8, 9, 10]) numbers.push((await samplesOf(commit)).rotatingNumber('offset', 4))
    expect(numbers.toSorted()).toEqual([0, 1, 2, 3])
  })
})

test('one commit runs about a fifth of the tests with a rate of one in five', async () => {
  const { isSampledOneIn: isOneInSampled } = await samplesOf(1)
  const count = Array.from({ length: 500 }, (_, i) => isOneInSampled(`test ${i}`, 5)).filter(Boolean).length
  expect(Math.abs(count - 100)).toBeLessThan(40)
})

test('samples all items if no more exist than are requested', async () => {
  expect((await samplesOf(1)).sampleNamesSilently('letters', ALL, 7)).toEqual(ALL)
})
