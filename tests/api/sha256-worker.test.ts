import { afterEach, expect, test, vi } from 'vitest'

/** SHA-256 hash of "abc" (FIPS 180-4). */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function answerTo(data: unknown): Promise<unknown> {
  const own = new EventTarget()
  const answered = new Promise((resolve) => {
    vi.stubGlobal('self', Object.assign(own, { postMessage: resolve }))
  })
  await import('../../src/api/sha256-worker.ts')
  own.dispatchEvent(new MessageEvent('message', { data }))
  return answered
}

test('responds to a file with its hash', async () => {
  expect(await answerTo(new Blob(['abc']))).toEqual({ sha256: ABC })
})

test('responds with the reason why a file cannot be read', async () => {
  const file = new Blob(['abc'])
  vi.spyOn(file, 'slice').mockImplementation(() => {
    throw new Error('The file is gone')
  })
  expect(await answerTo(file)).toEqual({ error: 'Error: The file is gone' })
})
