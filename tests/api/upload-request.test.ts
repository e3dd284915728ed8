import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { createFakeUploadSetup, recordSend, STORED_FILE } from '../support/fake-tus-server.ts'

const MB = 1024 * 1024
const small = new File(['glb'], 'boot.glb')
const large = new File([new Uint8Array(11 * MB)], 'großer Stiefel.glb')
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Parses the upload metadata of tus: names with base64 values. */
const announced = (header: string | undefined) =>
  Object.fromEntries(
    (header ?? '').split(',').map((pair) => {
      const [name, value] = pair.split(' ') as [string, string]
      return [name, Buffer.from(value, 'base64').toString()]
    }),
  )

describe('a file', () => {
  test('has its own idempotency key, which is sent again when the creation of its upload is retried', async () => {
    const { tus, send } = createFakeUploadSetup()
    tus.fault = (_, count) => {
      if (count === 1) throw new Error('cut')
      return undefined
    }
    await send(small, recordSend().options)
    await send(new File(['other'], 'hat.glb'), recordSend().options)
    const keys = tus.receivedRequests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['Idempotency-Key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
    expect([keys.length, keys[1] === keys[0], keys[2] === keys[0]]).toEqual([3, true, false])
  })

  test('resumes its stored upload, but not a stored upload of another kind, content or server', async () => {
    const { tus, storage, send } = createFakeUploadSetup()
    const at = 'https://api.example/files/begun'
    tus.storedUploads.set(at, { length: 3, offset: 2 })
    const print = (kind: string, hash: string, base: string) => `atelier-${kind}-${hash}-${base}/files`
    const unfinishedUpload = {
      size: 3,
      metadata: {},
      creationTime: '',
      parallelUploadUrls: null,
      uploadUrl: at,
      urlStorageKey: '',
    }
    await storage.addUpload(print('icon', hashOf('glb'), 'https://api.example'), unfinishedUpload)
    await storage.addUpload(print('glb', hashOf('hat'), 'https://api.example'), unfinishedUpload)
    await storage.addUpload(print('glb', hashOf('glb'), 'https://other.example'), unfinishedUpload)
    await send(small, recordSend().options)
    expect(tus.methods()).toEqual(['POST', 'PATCH'])
    await storage.addUpload(print('glb', hashOf('glb'), 'https://api.example'), unfinishedUpload)
    await send(small, recordSend().options)
    expect(tus.receivedRequests.slice(2).map(({ method, url, bytes }) => [method, url, bytes])).toEqual([
      ['HEAD', at, 0],
      ['PATCH', at, 1],
    ])
    expect(storage.size()).toBe(3)
  })
})

test('looks up a complete upload by its id, with the signal of the caller', async () => {
  const describeArgs: unknown[] = []
  const { send } = createFakeUploadSetup({
    api: {
      files: {
        describe: async (...args) => {
          describeArgs.push(...args)
          return STORED_FILE
        },
      },
    },
  })
  const { options } = recordSend()
  await send(small, options)
  expect(describeArgs).toEqual([{ id: 'upload 1' }, { signal: options.signal }])
})

describe('an upload that the server no longer has', () => {
  const notFound = new ApiError('http', 'files', { status: 404 })
  const createSetup = async (describe: (...args: unknown[]) => Promise<typeof STORED_FILE>) => {
    const it = createFakeUploadSetup({ api: { files: { describe } } })
    it.tus.fault = ({ method }, count) => (method === 'PATCH' && count === 2 ? { status: 410 } : undefined)
    return it
  }

  test('is looked up, and not sent again if the server reports it as complete', async () => {
    const describeArgs: unknown[] = []
    const { tus, storage, waits, send } = await createSetup(async (...args: unknown[]) => {
      describeArgs.push(...args)
      return STORED_FILE
    })
    const { options } = recordSend()
    expect(await send(small, options)).toBe(STORED_FILE)
    expect([tus.methods(), storage.size(), waits]).toEqual([['POST', 'PATCH'], 0, []])
    expect(describeArgs).toEqual([{ id: 'upload 1' }, { signal: options.signal }])
  })

  test('restarts immediately, with a progress of 0, if the look-up does not find the upload', async () => {
    let describeCalls = 0
    const { tus, waits, send } = await createSetup(async () => {
      describeCalls += 1
      if (describeCalls === 1) throw notFound
      return STORED_FILE
    })
    const { progress, options } = recordSend()
    expect(await send(small, options)).toBe(STORED_FILE)
    expect([tus.methods(), waits]).toEqual([['POST', 'PATCH', 'POST', 'PATCH'], []])
    expect(progress).toContainEqual([0, 3])
    expect(progress.at(-1)).toEqual([3, 3])
  })

  test('fails after the server has lost the upload three times', async () => {
    const { tus, storage, send } = createFakeUploadSetup({
      api: {
        files: {
          describe: async () => {
            throw notFound
          },
        },
      },
    })
    tus.fault = ({ method }) => (method === 'PATCH' ? { status: 404 } : undefined)
    await expect(send(small, recordSend().options)).rejects.toMatchObject({ status: 404 })
    expect([tus.methods(), storage.size()]).toEqual([['POST', 'PATCH', 'POST', 'PATCH', 'POST', 'PATCH'], 0])
  })

  test('is looked up again if the first look-up gets no response', async () => {
    let describeCalls = 0
    const { tus, waits, send } = await createSetup(async () => {
      describeCalls += 1
      if (describeCalls === 1) throw new ApiError('FETCH_ERROR', 'files')
      return STORED_FILE
    })
    expect(await send(small, recordSend().options)).toBe(STORED_FILE)
    expect([tus.methods(), describeCalls, waits.length]).toEqual([['POST', 'PATCH', 'HEAD', 'PATCH'], 2, 1])
  })

  test('rejects with the reason of an abort during the look-up', async () => {
    const stop = new AbortController()
    const { send } = await createSetup(async () => {
      stop.abort(new Error('closed'))
      throw new ApiError('FETCH_ERROR', 'files')
    })
    await expect(send(small, recordSend({ signal: stop.signal }).options)).rejects.toThrow('closed')
  })
})

describe('the stored URL of a refused upload', () => {
  test.each([
    ['retained until the next sign-in', 401, 1],
    ['retained until space is available', 507, 1],
    ['deleted if the file is too large', 413, 0],
    ['deleted if the file is not of this kind', 415, 0],
  ])('is %s (%i)', async (_, status, storedCount) => {
    const { tus, storage, waits, send } = createFakeUploadSetup()
    tus.fault = ({ method }) => (method === 'PATCH' ? { status } : undefined)
    await expect(send(small, recordSend().options)).rejects.toMatchObject({ status, service: 'files' })
    expect([storage.size(), waits]).toEqual([storedCount, []])
  })
})

test('an upload rejects with FILES_READ_ONLY and keeps its stored URL while files are read-only', async () => {
  const { tus, storage, waits, send } = createFakeUploadSetup()
  const error = { code: 'FILES_READ_ONLY', message: 'No.', status: 503 }
  const body = JSON.stringify({ error, type: '', title: '', status: 503, detail: '' })
  tus.fault = ({ method }) => (method === 'PATCH' ? { status: 503, body } : undefined)
  await expect(send(small, recordSend().options)).rejects.toMatchObject({ status: 503, code: 'FILES_READ_ONLY' })
  expect([storage.size(), waits]).toEqual([1, []])
})

describe('an aborted upload', () => {
  test('sends nothing if aborted before the start', async () => {
    const { tus, send } = createFakeUploadSetup()
    const signal = AbortSignal.abort(new Error('closed'))
    await expect(send(small, recordSend({ signal }).options)).rejects.toThrow('closed')
    expect(tus.receivedRequests).toEqual([])
  })

  test('stops immediately, rejects with the reason of the abort, and keeps its stored upload URL', async () => {
    const stop = new AbortController()
    const { tus, storage, waits, send } = createFakeUploadSetup()
    tus.fault = ({ method }) => {
      if (method !== 'PATCH') return undefined
      stop.abort(new Error('paused'))
      return new Promise(() => {})
    }
    const { states, options } = recordSend({ signal: stop.signal })
    await expect(send(small, options)).rejects.toThrow('paused')
    expect([tus.aborted, storage.size(), waits, states.includes('retrying')]).toEqual([['PATCH'], 1, [], false])
  })

  test('sends nothing if aborted while its file is hashed', async () => {
    const stop = new AbortController()
    const { tus, send } = createFakeUploadSetup()
    const sent = send(new File(['slow'], 'boot.glb'), recordSend({ signal: stop.signal }).options)
    stop.abort(new Error('closed'))
    await expect(sent).rejects.toThrow('closed')
    expect(tus.receivedRequests).toEqual([])
  })

  test('is deleted on the server when discarded, but not when another file or kind is discarded', async () => {
    const { tus, storage, send } = createFakeUploadSetup()
    const stop = new AbortController()
    tus.fault = ({ method }) => {
      if (method === 'PATCH') stop.abort(new Error('paused'))
      return undefined
    }
    await expect(send(small, recordSend({ signal: stop.signal }).options)).rejects.toThrow('paused')
    await send.discard(new File(['hat'], 'hat.glb'), 'glb')
    await send.discard(small, 'icon')
    expect([storage.size(), tus.storedUploads.size]).toEqual([1, 1])
    await send.discard(small, 'glb')
    expect([storage.size(), tus.storedUploads.size, tus.receivedRequests.at(-1)]).toMatchObject([
      0,
      0,
      { method: 'DELETE', headers: { authorization: 'Bearer token' } },
    ])
  })

  test('loses its stored upload URL when discarded, even if the server is unreachable', async () => {
    const { tus, storage, send } = createFakeUploadSetup()
    const unfinishedUpload = {
      size: 3,
      metadata: {},
      creationTime: '',
      parallelUploadUrls: null,
      uploadUrl: null,
      urlStorageKey: '',
    }
    const print = `atelier-glb-${hashOf('glb')}-https://api.example/files`
    await storage.addUpload(print, unfinishedUpload)
    await send.discard(small, 'glb')
    expect([storage.size(), tus.receivedRequests]).toEqual([0, []])
    await storage.addUpload(print, { ...unfinishedUpload, uploadUrl: 'https://api.example/files/x' })
    tus.fault = () => {
      throw new Error('cut')
    }
    await send.discard(small, 'glb')
    expect([storage.size(), tus.methods()]).toEqual([0, ['DELETE']])
  })
})

test('creates an upload with kind, name and hash of the file, and sends chunks of 5 MB', async () => {
  const { tus, describedIds, storage, send } = createFakeUploadSetup()
  const { progress, options } = recordSend()
  expect(await send(large, options)).toBe(STORED_FILE)
  const [post, ...patches] = tus.receivedRequests
  expect(post).toMatchObject({ method: 'POST', url: 'https://api.example/files' })
  expect(post!.headers).toMatchObject({ 'Upload-Length': String(11 * MB), authorization: 'Bearer token' })
  const sha256 = hashOf(new Uint8Array(11 * MB))
  expect(announced(post!.headers['Upload-Metadata'])).toEqual({ kind: 'glb', filename: 'großer Stiefel.glb', sha256 })
  expect(patches.map(({ method, bytes }) => [method, bytes])).toEqual([
    ['PATCH', 5 * MB],
    ['PATCH', 5 * MB],
    ['PATCH', MB],
  ])
  expect([describedIds, storage.size(), progress.at(-1)]).toEqual([['upload 1'], 0, [11 * MB, 11 * MB]])
})
