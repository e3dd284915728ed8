import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import {
  calm,
  clientOf,
  folder,
  given,
  hashOf,
  MB,
  made,
  model,
  overFetch,
  PAUSE,
  pausedAt,
  proxy,
  send,
  sender,
  sendsOverWire,
  storage,
} from '../support/upload-wire.ts'

sendsOverWire()

describe('pausing, resuming, taking back', () => {
  test('an aborted upload goes on where it stood when the same file is sent again', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    expect(storage.size()).toBe(1)
    const again: number[] = []
    // After a reload the file is another object with the same bytes.
    const same = new File([await file.arrayBuffer()], file.name)
    const stored = await send(same, { ...calm, onProgress: (sent) => again.push(sent) })
    expect(stored.sha256).toBe(await hashOf(file))
    expect(again[0]).toBeGreaterThanOrEqual(5 * MB)
    expect(made.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('a discarded upload is gone from the server too', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    await send.discard(file, 'glb')
    expect([await readdir(join(folder, 'uploads')), storage.size()]).toEqual([[], 0])
  })

  test('discarding what was never sent does nothing', async () => {
    await send.discard(model(MB), 'glb')
    expect(made).toEqual([])
  })

  test('an upload that the server swept away starts anew', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    for (const name of await readdir(join(folder, 'uploads'))) await rm(join(folder, 'uploads', name))
    const stored = await send(file, calm)
    expect(stored.sha256).toBe(await hashOf(file))
    expect(made.filter((method) => method === 'POST')).toEqual(['POST', 'POST'])
  })
})

describe('an upload that the server loses in the middle', () => {
  const lose = async () => {
    for (const name of await readdir(join(folder, 'uploads'))) await rm(join(folder, 'uploads', name))
  }

  test('starts anew by itself when the next bytes are refused, and its progress says so', async () => {
    const file = model(11 * MB)
    let isLost = false
    const progress: number[] = []
    const sendLosing = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendOn } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          if (method === 'PATCH' && progress.includes(5 * MB) && !isLost) {
            isLost = true
            await lose()
          }
          return sendOn(body)
        },
      })
    })
    const stored = await sendLosing(file, { ...calm, onProgress: (sent) => progress.push(sent) })
    expect([stored.sha256, isLost]).toEqual([await hashOf(file), true])
    expect(made).toEqual(['POST', 'PATCH', 'PATCH', 'POST', 'PATCH', 'PATCH', 'PATCH'])
    const [before, after] = [progress.slice(0, progress.lastIndexOf(0)), progress.slice(progress.lastIndexOf(0))]
    expect([Math.max(...before), after[0], after.at(-1)]).toEqual([5 * MB, 0, file.size])
    expect(storage.size()).toBe(0)
  })

  test('starts anew by itself when it is asked for after a cut', async () => {
    const file = model(11 * MB)
    proxy.cutAfter = [2 * MB]
    let losing: Promise<void> | undefined
    const stored = await send(file, {
      ...calm,
      onPace: (pace) => {
        if (pace === 'retrying') losing ??= lose()
      },
    })
    await losing
    expect(stored.sha256).toBe(await hashOf(file))
    expect(made.filter((method) => method === 'POST' || method === 'HEAD')).toEqual(['POST', 'HEAD', 'POST'])
  })

  test('is given up when the server loses whatever it is sent', async () => {
    const file = model(2 * MB)
    const sendLosing = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendOn } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          if (method === 'PATCH') await lose()
          return sendOn(body)
        },
      })
    })
    await expect(sendLosing(file, calm)).rejects.toMatchObject({ status: 404, service: 'files' })
    expect(made).toEqual(['POST', 'PATCH', 'POST', 'PATCH', 'POST', 'PATCH'])
    expect(storage.size()).toBe(0)
  })

  test('is asked for again when the connection breaks while its loss is found out', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    await lose()
    const api = clientOf({ fresh: async () => given })
    let asked = 0
    const sendAsking = sender(overFetch, undefined, {
      files: {
        describe: (...question) => {
          asked += 1
          return asked === 1 ? Promise.reject(new ApiError('FETCH_ERROR', 'files')) : api.files.describe(...question)
        },
      },
    })
    expect((await sendAsking(file, calm)).sha256).toBe(await hashOf(file))
    // Unreachable, then gone, then whole.
    expect(asked).toBe(3)
  })
})
