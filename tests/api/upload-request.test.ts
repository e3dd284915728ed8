import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { senderInMemory, sending, stored } from '../support/tus-memory.ts'

const MB = 1024 * 1024
const small = new File(['glb'], 'boot.glb')
const large = new File([new Uint8Array(11 * MB)], 'großer Stiefel.glb')
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What tus announces of a file: names with values in base64. */
const announced = (header: string | undefined) =>
  Object.fromEntries(
    (header ?? '').split(',').map((pair) => {
      const [name, value] = pair.split(' ') as [string, string]
      return [name, Buffer.from(value, 'base64').toString()]
    }),
  )

describe('a file', () => {
  test('is announced under the same key again when the answer was lost, another under another', async () => {
    const { tus, send } = senderInMemory()
    tus.fault = (_, count) => {
      if (count === 1) throw new Error('cut')
      return undefined
    }
    await send(small, sending().options)
    await send(new File(['other'], 'hat.glb'), sending().options)
    const keys = tus.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['Idempotency-Key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
    expect([keys.length, keys[1] === keys[0], keys[2] === keys[0]]).toEqual([3, true, false])
  })

  test('that was begun goes on where it stood, and no other of another kind, content or server does', async () => {
    const { tus, storage, send } = senderInMemory()
    const at = 'https://api.example/files/begun'
    tus.held.set(at, { length: 3, offset: 2 })
    const print = (kind: string, hash: string, base: string) => `atelier-${kind}-${hash}-${base}/files`
    const begun = {
      size: 3,
      metadata: {},
      creationTime: '',
      parallelUploadUrls: null,
      uploadUrl: at,
      urlStorageKey: '',
    }
    await storage.addUpload(print('icon', hashOf('glb'), 'https://api.example'), begun)
    await storage.addUpload(print('glb', hashOf('hat'), 'https://api.example'), begun)
    await storage.addUpload(print('glb', hashOf('glb'), 'https://other.example'), begun)
    await send(small, sending().options)
    expect(tus.methods()).toEqual(['POST', 'PATCH'])
    await storage.addUpload(print('glb', hashOf('glb'), 'https://api.example'), begun)
    await send(small, sending().options)
    expect(tus.seen.slice(2).map(({ method, url, bytes }) => [method, url, bytes])).toEqual([
      ['HEAD', at, 0],
      ['PATCH', at, 1],
    ])
    expect(storage.kept.size).toBe(3)
  })
})

describe('what became of an upload that the server has no more', () => {
  const gone = new ApiError('http', 'files', { status: 404 })
  const begin = async (describe: (...given: unknown[]) => Promise<typeof stored>) => {
    const it = senderInMemory({ api: { files: { describe } } })
    it.tus.fault = ({ method }, count) => (method === 'PATCH' && count === 2 ? { status: 410 } : undefined)
    return it
  }

  test('is asked, and one that is whole is not sent again', async () => {
    const asked: unknown[] = []
    const { tus, storage, waits, send } = await begin(async (...given: unknown[]) => {
      asked.push(...given)
      return stored
    })
    const { options } = sending()
    expect(await send(small, options)).toBe(stored)
    expect([tus.methods(), storage.kept.size, waits]).toEqual([['POST', 'PATCH'], 0, []])
    expect(asked).toEqual([{ id: 'upload 1' }, { signal: options.signal }])
  })

  test('is asked by its id and with the signal of the sending', async () => {
    const asked: unknown[] = []
    const { send } = senderInMemory({
      api: {
        files: {
          describe: async (...given) => {
            asked.push(...given)
            return stored
          },
        },
      },
    })
    const { options } = sending()
    await send(small, options)
    expect(asked).toEqual([{ id: 'upload 1' }, { signal: options.signal }])
  })

  test('is nothing: it starts anew at once, and its progress at 0', async () => {
    let asked = 0
    const { tus, waits, send } = await begin(async () => {
      asked += 1
      if (asked === 1) throw gone
      return stored
    })
    const { progress, options } = sending()
    expect(await send(small, options)).toBe(stored)
    expect([tus.methods(), waits]).toEqual([['POST', 'PATCH', 'POST', 'PATCH'], []])
    expect(progress).toContainEqual([0, 3])
    expect(progress.at(-1)).toEqual([3, 3])
  })

  test('is given up when the third is lost too', async () => {
    const { tus, storage, send } = senderInMemory({
      api: {
        files: {
          describe: async () => {
            throw gone
          },
        },
      },
    })
    tus.fault = ({ method }) => (method === 'PATCH' ? { status: 404 } : undefined)
    await expect(send(small, sending().options)).rejects.toMatchObject({ status: 404 })
    expect([tus.methods(), storage.kept.size]).toEqual([['POST', 'PATCH', 'POST', 'PATCH', 'POST', 'PATCH'], 0])
  })

  test('is asked for again where the answer does not come', async () => {
    let asked = 0
    const { tus, waits, send } = await begin(async () => {
      asked += 1
      if (asked === 1) throw new ApiError('FETCH_ERROR', 'files')
      return stored
    })
    expect(await send(small, sending().options)).toBe(stored)
    expect([tus.methods(), asked, waits.length]).toEqual([['POST', 'PATCH', 'HEAD', 'PATCH'], 2, 1])
  })

  test('is never known where nobody waits for it any more', async () => {
    const stop = new AbortController()
    const { send } = await begin(async () => {
      stop.abort(new Error('closed'))
      throw new ApiError('FETCH_ERROR', 'files')
    })
    await expect(send(small, sending({ signal: stop.signal }).options)).rejects.toThrow('closed')
  })
})

describe('an upload that is refused', () => {
  test.each([
    ['kept for whoever signs in again', 401, 1],
    ['kept until there is room', 507, 1],
    ['forgotten when it is too large', 413, 0],
    ['forgotten when it is no such file', 415, 0],
  ])('is %s (%i)', async (_, status, kept) => {
    const { tus, storage, waits, send } = senderInMemory()
    tus.fault = ({ method }) => (method === 'PATCH' ? { status } : undefined)
    await expect(send(small, sending().options)).rejects.toMatchObject({ status, service: 'files' })
    expect([storage.kept.size, waits]).toEqual([kept, []])
  })
})

describe('an upload that is given up', () => {
  test('before it began asks for nothing', async () => {
    const { tus, send } = senderInMemory()
    const signal = AbortSignal.abort(new Error('closed'))
    await expect(send(small, sending({ signal }).options)).rejects.toThrow('closed')
    expect(tus.seen).toEqual([])
  })

  test('in the middle is cut at once, with the reason, and kept', async () => {
    const stop = new AbortController()
    const { tus, storage, waits, send } = senderInMemory()
    tus.fault = ({ method }) => {
      if (method !== 'PATCH') return undefined
      stop.abort(new Error('paused'))
      return new Promise(() => {})
    }
    const { paces, options } = sending({ signal: stop.signal })
    await expect(send(small, options)).rejects.toThrow('paused')
    expect([tus.aborted, storage.kept.size, waits, paces.includes('retrying')]).toEqual([['PATCH'], 1, [], false])
  })

  test('while it is hashed asks for nothing either', async () => {
    const stop = new AbortController()
    const { tus, send } = senderInMemory()
    const sent = send(new File(['slow'], 'boot.glb'), sending({ signal: stop.signal }).options)
    stop.abort(new Error('closed'))
    await expect(sent).rejects.toThrow('closed')
    expect(tus.seen).toEqual([])
  })

  test('is ended on the server where it is taken back, and only it', async () => {
    const { tus, storage, send } = senderInMemory()
    const stop = new AbortController()
    tus.fault = ({ method }) => {
      if (method === 'PATCH') stop.abort(new Error('paused'))
      return undefined
    }
    await expect(send(small, sending({ signal: stop.signal }).options)).rejects.toThrow('paused')
    await send.discard(new File(['hat'], 'hat.glb'), 'glb')
    await send.discard(small, 'icon')
    expect([storage.kept.size, tus.held.size]).toEqual([1, 1])
    await send.discard(small, 'glb')
    expect([storage.kept.size, tus.held.size, tus.seen.at(-1)]).toMatchObject([
      0,
      0,
      { method: 'DELETE', headers: { authorization: 'Bearer token' } },
    ])
  })

  test('is forgotten where the server cannot be told', async () => {
    const { tus, storage, send } = senderInMemory()
    const begun = {
      size: 3,
      metadata: {},
      creationTime: '',
      parallelUploadUrls: null,
      uploadUrl: null,
      urlStorageKey: '',
    }
    const print = `atelier-glb-${hashOf('glb')}-https://api.example/files`
    await storage.addUpload(print, begun)
    await send.discard(small, 'glb')
    expect([storage.kept.size, tus.seen]).toEqual([0, []])
    await storage.addUpload(print, { ...begun, uploadUrl: 'https://api.example/files/x' })
    tus.fault = () => {
      throw new Error('cut')
    }
    await send.discard(small, 'glb')
    expect([storage.kept.size, tus.methods()]).toEqual([0, ['DELETE']])
  })
})

test('a file is announced with its kind, name and hash, and sent in pieces of 5 MB', async () => {
  const { tus, described, storage, send } = senderInMemory()
  const { progress, options } = sending()
  expect(await send(large, options)).toBe(stored)
  const [post, ...patches] = tus.seen
  expect(post).toMatchObject({ method: 'POST', url: 'https://api.example/files' })
  expect(post!.headers).toMatchObject({ 'Upload-Length': String(11 * MB), authorization: 'Bearer token' })
  const sha256 = hashOf(new Uint8Array(11 * MB))
  expect(announced(post!.headers['Upload-Metadata'])).toEqual({ kind: 'glb', filename: 'großer Stiefel.glb', sha256 })
  expect(patches.map(({ method, bytes }) => [method, bytes])).toEqual([
    ['PATCH', 5 * MB],
    ['PATCH', 5 * MB],
    ['PATCH', MB],
  ])
  expect([described, storage.kept.size, progress.at(-1)]).toEqual([['upload 1'], 0, [11 * MB, 11 * MB]])
})
