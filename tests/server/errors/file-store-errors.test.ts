import { describe, expect, test } from 'vitest'
import {
  FileStoreUnavailableError,
  isFileStoreUnavailable,
  withOutageReport,
} from '../../../server/errors/file-store-errors.ts'
import { toHttpError } from '../../../server/errors/http-error.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })
const withStatus = (httpStatusCode: number, name = 'Error') =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } })

/** Returns the error that a caller gets for an error of the store, and the number of reported failures and successes. */
async function faultFor(error: unknown) {
  const outage = {
    startCount: 0,
    endCount: 0,
    reportFailure: () => outage.startCount++,
    reportSuccess: () => outage.endCount++,
  }
  const caught: unknown = await withOutageReport(outage, () => Promise.reject(error)).catch((it: unknown) => it)
  return { caught, startCount: outage.startCount, endCount: outage.endCount }
}

describe('an error of the file store', () => {
  test.each([
    ['a failing disk', withCode('EIO')],
    ['a disk that was mounted read-only', withCode('EROFS')],
    ['a network folder that was unmounted', withCode('ESTALE')],
    ['a folder that is no longer readable', withCode('EACCES')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a broken connection', withCode('ECONNRESET')],
    ['a name that cannot be resolved', withCode('EAI_AGAIN')],
    ['a service that is down', withStatus(503)],
    ['a service that is overloaded', withStatus(429)],
    ['a key that the service refuses', withStatus(403)],
    ['a deleted bucket', withStatus(404, 'NoSuchBucket')],
    ['a response that took too long', Object.assign(new Error('late'), { name: 'TimeoutError' })],
  ])('is reported as an outage and causes 503 with Retry-After: %s', async (_, error) => {
    const { caught, startCount, endCount } = await faultFor(error)
    expect([isFileStoreUnavailable(caught), startCount, endCount]).toEqual([true, 1, 0])
    expect(toHttpError(caught)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
    expect(toHttpError(new Error('a job', { cause: caught }))).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
  })

  test.each([
    ['a file that does not exist', withCode('ENOENT')],
    ['an object that does not exist', withStatus(404, 'NotFound')],
    ['a request that the service refuses', withStatus(400)],
    ['an internal error', new TypeError('undefined is not a function')],
  ])('is not reported as an outage and is rethrown unchanged: %s', async (_, error) => {
    expect(await faultFor(error)).toEqual({ caught: error, startCount: 0, endCount: 0 })
  })

  test('causes 507 with Retry-After if the disk is full', async () => {
    const { caught } = await faultFor(withCode('ENOSPC'))
    expect(toHttpError(caught)).toMatchObject({ code: 'STORAGE_FULL', retryAfter: 60 })
  })

  test('that is already a FileStoreUnavailableError is not reported again', async () => {
    expect(await faultFor(new FileStoreUnavailableError('unreachable'))).toMatchObject({ startCount: 0, endCount: 0 })
  })
})
