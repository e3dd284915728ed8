import { expect, test } from 'vitest'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { stashFiles, takeStashedFiles } from '../../../src/ui/new-asset/stashed-files.ts'

test('passes the files of each navigation to the page that is opened next, only once', () => {
  const cache = createQueryCache()
  const [boot, hat] = [new File([], 'boot.glb'), new File([], 'hat.glb')]
  const [first, second] = [stashFiles(cache, [boot]), stashFiles(cache, [hat, boot])]
  expect(takeStashedFiles(cache, second)).toEqual([hat, boot])
  expect(takeStashedFiles(cache, first)[0]).toBe(boot)
  expect([takeStashedFiles(cache, first), takeStashedFiles(cache, second)]).toEqual([[], []])
  expect([takeStashedFiles(cache, undefined), takeStashedFiles(undefined, first)]).toEqual([[], []])
  expect(typeof stashFiles(undefined, [boot])).toBe('string')
})
