import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { UPLOAD_KINDS } from '../../src/api/contract/files.ts'
import { PARALLEL_FILES } from '../../src/api/upload.ts'
import {
  calm,
  given,
  giveToken,
  hashOf,
  letTokensRunOut,
  MB,
  made,
  model,
  overFetch,
  PAUSE,
  pausedAt,
  proxy,
  refreshes,
  restartServer,
  send,
  sender,
  sendsOverWire,
  storage,
} from '../support/upload-wire.ts'

sendsOverWire()

describe('sending', () => {
  test('a file arrives whole, and its progress ends with its last byte', async () => {
    const file = model(6 * MB)
    const progress: number[] = []
    const stored = await send(file, { ...calm, onProgress: (sent) => progress.push(sent) })
    const sha256 = await hashOf(file)
    expect(stored).toMatchObject({ url: `/files/${sha256}.glb`, sha256, type: 'model/gltf-binary', bytes: file.size })
    expect(progress.at(-1)).toBe(file.size)
    expect(made).toEqual(['POST', 'PATCH', 'PATCH'])
    expect(storage.size()).toBe(0)
  })

  test('thirty files that come together are sent three at a time', async () => {
    let under = 0
    let most = 0
    const sendCounting = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendOn } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          under += 1
          most = Math.max(most, under)
          try {
            return await sendOn(body)
          } finally {
            under -= 1
          }
        },
      })
    })
    const files = Array.from({ length: 30 }, (_, index) => model(2000 + index * 4))
    const stored = await Promise.all(
      files.map((file) => sendCounting(file, { ...calm, signal: new AbortController().signal })),
    )
    expect([new Set(stored.map(({ sha256 }) => sha256)).size, most]).toEqual([30, PARALLEL_FILES])
  })

  test('a cut connection costs less than half a megabyte', async () => {
    const file = model(12 * MB)
    proxy.cutAfter = Array.from({ length: 10 }, () => MB)
    const paces: string[] = []
    const stored = await send(file, { ...calm, onPace: (pace) => paces.push(pace) })
    expect(stored.sha256).toBe(await hashOf(file))
    expect(proxy.cutAfter).toEqual([])
    expect((proxy.passed - file.size) / 10).toBeLessThan(MB / 2)
    expect(new Set(paces)).toEqual(new Set(['moving', 'retrying']))
  })

  test('a restart of the server in the middle is waited out', async () => {
    const file = model(11 * MB)
    let isDown = false
    const stored = await send(file, {
      ...calm,
      onProgress: (sent) => {
        if (sent < 5 * MB || isDown) return
        isDown = true
        void restartServer()
      },
    })
    expect([stored.sha256, isDown]).toEqual([await hashOf(file), true])
    expect(made.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('a token that expires in the middle is refreshed once, and the file goes on', async () => {
    const file = model(11 * MB)
    const stored = await send(file, {
      ...calm,
      onProgress: (sent) => {
        if (sent >= 5 * MB && refreshes === 0) letTokensRunOut()
      },
    })
    expect([stored.sha256, refreshes]).toEqual([await hashOf(file), 1])
    expect(made.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('a lost last answer is asked for, and nothing is sent twice', async () => {
    const file = model(2 * MB)
    proxy.swallowAnswerAfter = file.size
    const stored = await send(file, calm)
    expect(stored.sha256).toBe(await hashOf(file))
    expect(made).toEqual(['POST', 'PATCH', 'HEAD'])
    expect(proxy.passed).toBeLessThan(file.size * 1.05)
  })
})

describe('what cannot be sent', () => {
  test('a file that is no model is refused with its code, and is forgotten', async () => {
    const text = new File(['hello '.repeat(100)], 'boot.glb')
    await expect(send(text, calm)).rejects.toMatchObject({ code: 'WRONG_FILE_TYPE', status: 415, service: 'files' })
    expect(storage.size()).toBe(0)
  })

  test('a file over the limit is refused before its first byte', async () => {
    const large = new File([new Uint8Array(UPLOAD_KINDS.icon.maxBytes + 1)], 'icon.png')
    await expect(send(large, { ...calm, kind: 'icon' })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', status: 413 })
    expect(made).toEqual(['POST'])
  })

  test('bytes that changed on their way are refused, and sending again starts anew', async () => {
    const file = model(MB)
    const sendDamaged = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendWhole } = request
      return Object.assign(request, {
        send: (body: Blob | null) =>
          sendWhole(body && new Blob([body.slice(0, body.size - 1), Uint8Array.of(7, 7).subarray(0, 1)])),
      })
    })
    await expect(sendDamaged(file, calm)).rejects.toMatchObject({ code: 'CHECKSUM_MISMATCH', status: 460 })
    expect((await send(file, calm)).sha256).toBe(await hashOf(file))
  })

  test('a session that has ended is told as such, and what was sent is kept', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    giveToken('no.such.token')
    const ended = new ApiError('http', 'auth', { status: 401 })
    const sendSignedOut = sender(overFetch, {
      fresh: (rejected) => (rejected ? Promise.reject(ended) : Promise.resolve(given)),
    })
    await expect(sendSignedOut(file, calm)).rejects.toBe(ended)
    expect(storage.size()).toBe(1)
  })

  test('a new token that is refused too ends the session', async () => {
    giveToken('no.such.token')
    const over: unknown[] = []
    const refused = sender(overFetch, {
      fresh: (rejected) => Promise.resolve(rejected ? 'nor.this.one' : given),
      refused: (token) => over.push(token),
    })
    await expect(refused(model(1000), calm)).rejects.toMatchObject({ status: 401 })
    expect(over[0]).toBe('nor.this.one')
  })
})
