import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { UPLOAD_KINDS } from '../../src/api/contract/files.ts'
import { MAX_PARALLEL_UPLOADS } from '../../src/api/upload.ts'
import { createFetchRequest } from '../support/tus-stubs.ts'
import {
  clientToken,
  createModelFile,
  createTestSender,
  DEFAULT_SEND_OPTIONS,
  expireTokens,
  MB,
  PAUSE_REASON,
  proxy,
  refreshCount,
  requestedMethods,
  restartServer,
  send,
  sendUntilPaused,
  setClientToken,
  setUpUploadServer,
  sha256OfFile,
  storage,
} from '../support/upload-harness.ts'

setUpUploadServer()

describe('the uploader', () => {
  test('stores a complete file, and reports progress up to its last byte', async () => {
    const file = createModelFile(6 * MB)
    const progress: number[] = []
    const stored = await send(file, { ...DEFAULT_SEND_OPTIONS, onProgress: (sent) => progress.push(sent) })
    const sha256 = await sha256OfFile(file)
    expect(stored).toMatchObject({ url: `/files/${sha256}.glb`, sha256, type: 'model/gltf-binary', bytes: file.size })
    expect(progress.at(-1)).toBe(file.size)
    expect(requestedMethods).toEqual(['POST', 'PATCH', 'PATCH'])
    expect(storage.size()).toBe(0)
  })

  test('sends thirty files three at a time', async () => {
    let under = 0
    let most = 0
    const sendCounting = createTestSender((method, url) => {
      const request = createFetchRequest(method, url)
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
    const files = Array.from({ length: 30 }, (_, index) => createModelFile(2000 + index * 4))
    const stored = await Promise.all(
      files.map((file) => sendCounting(file, { ...DEFAULT_SEND_OPTIONS, signal: new AbortController().signal })),
    )
    expect([new Set(stored.map(({ sha256 }) => sha256)).size, most]).toEqual([30, MAX_PARALLEL_UPLOADS])
  })

  test('resends less than half a megabyte after each broken connection', async () => {
    const file = createModelFile(12 * MB)
    proxy.cutAfterBytes = Array.from({ length: 10 }, () => MB)
    const states: string[] = []
    const stored = await send(file, { ...DEFAULT_SEND_OPTIONS, onStateChange: (state) => states.push(state) })
    expect(stored.sha256).toBe(await sha256OfFile(file))
    expect(proxy.cutAfterBytes).toEqual([])
    expect((proxy.receivedBytes - file.size) / 10).toBeLessThan(MB / 2)
    expect(new Set(states)).toEqual(new Set(['transferring', 'retrying']))
  })

  test('waits for a server that restarts during an upload, and continues the upload', async () => {
    const file = createModelFile(11 * MB)
    let isDown = false
    const stored = await send(file, {
      ...DEFAULT_SEND_OPTIONS,
      onProgress: (sent) => {
        if (sent < 5 * MB || isDown) return
        isDown = true
        void restartServer()
      },
    })
    expect([stored.sha256, isDown]).toEqual([await sha256OfFile(file), true])
    expect(requestedMethods.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('refreshes an expired token once during an upload, and continues the upload', async () => {
    const file = createModelFile(11 * MB)
    const stored = await send(file, {
      ...DEFAULT_SEND_OPTIONS,
      onProgress: (sent) => {
        if (sent >= 5 * MB && refreshCount === 0) expireTokens()
      },
    })
    expect([stored.sha256, refreshCount]).toEqual([await sha256OfFile(file), 1])
    expect(requestedMethods.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('looks up the result if the last response is lost, and does not send the file again', async () => {
    const file = createModelFile(2 * MB)
    proxy.dropResponseAfterBytes = file.size
    const stored = await send(file, DEFAULT_SEND_OPTIONS)
    expect(stored.sha256).toBe(await sha256OfFile(file))
    expect(requestedMethods).toEqual(['POST', 'PATCH', 'HEAD'])
    expect(proxy.receivedBytes).toBeLessThan(file.size * 1.05)
  })
})

describe('a failing upload', () => {
  test('rejects with WRONG_FILE_TYPE if the file is no model, and removes its stored upload URL', async () => {
    const text = new File(['hello '.repeat(100)], 'boot.glb')
    await expect(send(text, DEFAULT_SEND_OPTIONS)).rejects.toMatchObject({
      code: 'WRONG_FILE_TYPE',
      status: 415,
      service: 'files',
    })
    expect(storage.size()).toBe(0)
  })

  test('rejects before the first byte is sent if the file exceeds the size limit', async () => {
    const large = new File([new Uint8Array(UPLOAD_KINDS.icon.maxBytes + 1)], 'icon.png')
    await expect(send(large, { ...DEFAULT_SEND_OPTIONS, kind: 'icon' })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      status: 413,
    })
    expect(requestedMethods).toEqual(['POST'])
  })

  test('rejects with CHECKSUM_MISMATCH after corrupted bytes, and restarts when the file is sent again', async () => {
    const file = createModelFile(MB)
    const sendDamaged = createTestSender((method, url) => {
      const request = createFetchRequest(method, url)
      const { send: sendWhole } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          if (!body) return sendWhole(body)
          const bytes = new Uint8Array(await body.arrayBuffer())
          bytes[bytes.length - 1]! ^= 0xff
          return sendWhole(new Blob([bytes]))
        },
      })
    })
    await expect(sendDamaged(file, DEFAULT_SEND_OPTIONS)).rejects.toMatchObject({
      code: 'CHECKSUM_MISMATCH',
      status: 460,
    })
    expect((await send(file, DEFAULT_SEND_OPTIONS)).sha256).toBe(await sha256OfFile(file))
  })

  test('rejects with the error of an ended session, and keeps its stored upload URL', async () => {
    const file = createModelFile(11 * MB)
    await expect(sendUntilPaused(file, 5 * MB)).rejects.toBe(PAUSE_REASON)
    setClientToken('no.such.token')
    const ended = new ApiError('http', 'auth', { status: 401 })
    const sendSignedOut = createTestSender(createFetchRequest, {
      getFreshToken: (rejected) => (rejected ? Promise.reject(ended) : Promise.resolve(clientToken)),
    })
    await expect(sendSignedOut(file, DEFAULT_SEND_OPTIONS)).rejects.toBe(ended)
    expect(storage.size()).toBe(1)
  })

  test('reports the new token as rejected if the server refuses it too', async () => {
    setClientToken('no.such.token')
    const rejectedTokens: unknown[] = []
    const refused = createTestSender(createFetchRequest, {
      getFreshToken: (rejected) => Promise.resolve(rejected ? 'nor.this.one' : clientToken),
      reportRejected: (token) => rejectedTokens.push(token),
    })
    await expect(refused(createModelFile(1000), DEFAULT_SEND_OPTIONS)).rejects.toMatchObject({ status: 401 })
    expect(rejectedTokens[0]).toBe('nor.this.one')
  })
})
