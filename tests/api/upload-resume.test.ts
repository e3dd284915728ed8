import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { createFetchRequest } from '../support/tus-stubs.ts'
import {
  clientToken,
  createApiClient,
  createModelFile,
  createTestSender,
  DEFAULT_SEND_OPTIONS,
  folder,
  MB,
  PAUSE_REASON,
  proxy,
  requestedMethods,
  send,
  sendUntilPaused,
  setUpUploadServer,
  sha256OfFile,
  storage,
} from '../support/upload-harness.ts'

setUpUploadServer()

describe('the uploader', () => {
  test('resumes an aborted upload when the same file is sent again', async () => {
    const file = createModelFile(11 * MB)
    await expect(sendUntilPaused(file, 5 * MB)).rejects.toBe(PAUSE_REASON)
    expect(storage.size()).toBe(1)
    const again: number[] = []
    // After a reload the file is another object with the same bytes.
    const same = new File([await file.arrayBuffer()], file.name)
    const stored = await send(same, { ...DEFAULT_SEND_OPTIONS, onProgress: (sent) => again.push(sent) })
    expect(stored.sha256).toBe(await sha256OfFile(file))
    expect(again[0]).toBeGreaterThanOrEqual(5 * MB)
    expect(requestedMethods.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('deletes a discarded upload on the server too', async () => {
    const file = createModelFile(11 * MB)
    await expect(sendUntilPaused(file, 5 * MB)).rejects.toBe(PAUSE_REASON)
    await send.discard(file, 'glb')
    expect([await readdir(join(folder, 'uploads')), storage.size()]).toEqual([[], 0])
  })

  test('sends no request when a file that was never sent is discarded', async () => {
    await send.discard(createModelFile(MB), 'glb')
    expect(requestedMethods).toEqual([])
  })

  test('restarts an upload that the server has removed', async () => {
    const file = createModelFile(11 * MB)
    await expect(sendUntilPaused(file, 5 * MB)).rejects.toBe(PAUSE_REASON)
    for (const name of await readdir(join(folder, 'uploads'))) await rm(join(folder, 'uploads', name))
    const stored = await send(file, DEFAULT_SEND_OPTIONS)
    expect(stored.sha256).toBe(await sha256OfFile(file))
    expect(requestedMethods.filter((method) => method === 'POST')).toEqual(['POST', 'POST'])
  })
})

describe('an upload that the server loses in the middle', () => {
  const lose = async () => {
    for (const name of await readdir(join(folder, 'uploads'))) await rm(join(folder, 'uploads', name))
  }

  test('restarts automatically when the next bytes are refused, and resets its progress', async () => {
    const file = createModelFile(11 * MB)
    let isLost = false
    const progress: number[] = []
    const sendLosing = createTestSender((method, url) => {
      const request = createFetchRequest(method, url)
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
    const stored = await sendLosing(file, { ...DEFAULT_SEND_OPTIONS, onProgress: (sent) => progress.push(sent) })
    expect([stored.sha256, isLost]).toEqual([await sha256OfFile(file), true])
    expect(requestedMethods).toEqual(['POST', 'PATCH', 'PATCH', 'POST', 'PATCH', 'PATCH', 'PATCH'])
    const [before, after] = [progress.slice(0, progress.lastIndexOf(0)), progress.slice(progress.lastIndexOf(0))]
    expect([Math.max(...before), after[0], after.at(-1)]).toEqual([5 * MB, 0, file.size])
    expect(storage.size()).toBe(0)
  })

  test('restarts automatically when the loss is found after a broken connection', async () => {
    const file = createModelFile(11 * MB)
    proxy.cutAfterBytes = [2 * MB]
    let losing: Promise<void> | undefined
    const stored = await send(file, {
      ...DEFAULT_SEND_OPTIONS,
      onStateChange: (state) => {
        if (state === 'retrying') losing ??= lose()
      },
    })
    await losing
    expect(stored.sha256).toBe(await sha256OfFile(file))
    expect(requestedMethods.filter((method) => method === 'POST' || method === 'HEAD')).toEqual([
      'POST',
      'HEAD',
      'POST',
    ])
  })

  test('fails if the server loses the upload on every attempt', async () => {
    const file = createModelFile(2 * MB)
    const sendLosing = createTestSender((method, url) => {
      const request = createFetchRequest(method, url)
      const { send: sendOn } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          if (method === 'PATCH') await lose()
          return sendOn(body)
        },
      })
    })
    await expect(sendLosing(file, DEFAULT_SEND_OPTIONS)).rejects.toMatchObject({ status: 404, service: 'files' })
    expect(requestedMethods).toEqual(['POST', 'PATCH', 'POST', 'PATCH', 'POST', 'PATCH'])
    expect(storage.size()).toBe(0)
  })

  test('is looked up again if the connection breaks during the first look-up', async () => {
    const file = createModelFile(11 * MB)
    await expect(sendUntilPaused(file, 5 * MB)).rejects.toBe(PAUSE_REASON)
    await lose()
    const api = createApiClient({ getFreshToken: async () => clientToken })
    let describeCalls = 0
    const sendAsking = createTestSender(createFetchRequest, undefined, {
      files: {
        describe: (...question) => {
          describeCalls += 1
          return describeCalls === 1
            ? Promise.reject(new ApiError('FETCH_ERROR', 'files'))
            : api.files.describe(...question)
        },
      },
    })
    expect((await sendAsking(file, DEFAULT_SEND_OPTIONS)).sha256).toBe(await sha256OfFile(file))
    // Three attempts: a network error, an upload that no longer exists, and a new upload.
    expect(describeCalls).toBe(3)
  })
})
