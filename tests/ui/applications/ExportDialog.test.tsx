// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { ExportDialog } from '../../../src/ui/applications/ExportDialog.tsx'
import { showInRouter } from '../list/cells.tsx'
import '../kit/support.ts'

const saved: { name: string; bytes: number }[] = []
beforeEach(() => {
  saved.length = 0
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (blob) => {
    blobs.set('blob:1', blob as Blob)
    return 'blob:1'
  }
  URL.revokeObjectURL = () => {}
  HTMLAnchorElement.prototype.click = function () {
    saved.push({ name: this.download, bytes: blobs.get(this.href)!.size })
  }
})
afterEach(cleanup)

const lane = { id: 'p1', name: 'Harbour Lane', ownerId: 'u1', createdAt: '2026-11-23T00:00:00Z', assetCount: 12 }

/** An archive of 2,048 bytes, of which the second half comes when it is told to; `init` says what its answer says beside. */
function halves(init: ResponseInit = {}) {
  let more: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = controller
      controller.enqueue(new Uint8Array(1024))
    },
  })
  const answer = new Response(body, {
    ...init,
    headers: {
      ...{ 'content-length': '2048', 'content-type': 'application/zip', etag: '"one"' },
      ...(init.status === 206 && { 'content-range': 'bytes 1024-2047/2048' }),
      ...init.headers,
    },
  })
  return {
    answer,
    rest: (bytes = 1024) => {
      more?.enqueue(new Uint8Array(bytes))
      more?.close()
    },
    end: () => more?.close(),
    breakOff: () => more?.error(new TypeError('network')),
  }
}

/** Gives these one after the other, and keeps what was asked for. */
function inTurn(...answers: (Response | Error)[]) {
  const asked: unknown[] = []
  const ask = async (_: AbortSignal, given: unknown) => {
    asked.push(given)
    const answer = answers[asked.length - 1]!
    if (answer instanceof Error) throw answer
    return answer
  }
  return { ask, asked }
}

test('an archive is told as it comes, and lies in the downloads once it is whole', async () => {
  const { answer, rest } = halves()
  await showInRouter(<ExportDialog application={lane} ask={async () => answer} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  expect(screen.getByRole('progressbar', { name: 'Export Harbour Lane' }).getAttribute('aria-valuenow')).toBe('50')
  expect(saved).toEqual([])
  await act(async () => rest())
  await screen.findByText('harbour-lane.zip is in your downloads: 2 KB.')
  expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: 2048 }])
})

test('what breaks off or is refused says why; trying again begins anew', async () => {
  const answers = [halves(), halves()]
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked === 1) throw new ApiError('FETCH_ERROR', 'assets')
    return answers[asked - 2]!.answer
  }
  await showInRouter(<ExportDialog application={lane} ask={ask} onClose={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toMatch(/reach/)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('1 KB of 2 KB')
  await act(async () => answers[0]!.rest())
  await waitFor(() => expect(saved.length).toBe(1))
})

test.each([
  ['goes on where it broke off', 206, '1024', { bytes: 1024, etag: '"one"' }, '2 KB'],
  ['begins anew where it is another archive by now', 200, '3072', { bytes: 1024, etag: '"one"' }, '3 KB'],
])('one that broke off %s', async (_, status, length, from, size) => {
  const [first, rest] = [halves(), halves({ status, headers: { 'content-length': length } })]
  const { ask, asked } = inTurn(first.answer, rest.answer)
  await showInRouter(<ExportDialog application={lane} ask={ask} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => first.breakOff())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The connection broke off after 1 KB of 2 KB. What arrived is kept, and Retry goes on from there.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(status === 206 ? '2 KB of 2 KB' : '1 KB of 3 KB')
  await act(async () => (status === 206 ? rest.end() : rest.rest(2048)))
  await screen.findByText(`harbour-lane.zip is in your downloads: ${size}.`)
  expect(asked).toEqual([undefined, from])
  expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: status === 206 ? 2048 : 3072 }])
})

test('one that breaks off and cannot be gone on with says that nobody can be reached', async () => {
  const broken = halves({ headers: { etag: '' } })
  broken.answer.headers.delete('etag')
  await showInRouter(<ExportDialog application={lane} ask={async () => broken.answer} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => broken.breakOff())
  expect((await screen.findByRole('alert')).textContent).toMatch(/reach/)
})

test('what broke off, and cannot be reached when it is tried again, is kept all the same', async () => {
  const [first, rest] = [halves(), halves({ status: 206, headers: { 'content-length': '1024' } })]
  const { ask, asked } = inTurn(first.answer, new ApiError('FETCH_ERROR', 'assets'), rest.answer)
  await showInRouter(<ExportDialog application={lane} ask={ask} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => first.breakOff())
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked.length).toBe(2))
  expect((await screen.findByRole('alert')).textContent).toMatch(/broke off after 1 KB of 2 KB/)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('2 KB of 2 KB')
  await act(async () => rest.end())
  await waitFor(() => expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: 2048 }]))
})

test('a part of another place is not put behind what is here: the archive is begun anew', async () => {
  const [first, wrong, whole] = [
    halves(),
    halves({ status: 206, headers: { 'content-range': 'bytes 512-2047/2048' } }),
    halves(),
  ]
  const { ask, asked } = inTurn(first.answer, wrong.answer, whole.answer)
  await showInRouter(<ExportDialog application={lane} ask={ask} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => first.breakOff())
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked.length).toBe(2))
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText('1 KB of 2 KB')
  await act(async () => whole.rest())
  await waitFor(() => expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: 2048 }]))
  expect(asked[2]).toBe(undefined)
})

test('closing the dialog gives the archive up', async () => {
  let signal: AbortSignal | undefined
  const ask = (given: AbortSignal) => {
    signal = given
    return new Promise<Response>(() => {})
  }
  const closed = vi.fn()
  await showInRouter(<ExportDialog application={lane} ask={ask} onClose={closed} />)
  await screen.findByRole('button', { name: 'Cancel' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(closed).toHaveBeenCalledTimes(1)
  cleanup()
  expect(signal?.aborted).toBe(true)
})

test('who reloads or leaves the page while an archive comes is asked first, and nobody after it', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { answer, rest } = halves()
  await showInRouter(<ExportDialog application={lane} ask={async () => answer} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  expect(isAsked()).toBe(true)
  await act(async () => rest())
  await screen.findByText('harbour-lane.zip is in your downloads: 2 KB.')
  expect(isAsked()).toBe(false)
  const broken = halves()
  cleanup()
  await showInRouter(<ExportDialog application={lane} ask={async () => broken.answer} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  cleanup()
  expect(isAsked()).toBe(false)
})
