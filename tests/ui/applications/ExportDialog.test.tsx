// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
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

const lane = { id: 'p1', name: 'Harbour Lane', ownerId: 'u1', createdAt: '2026-11-23T00:00:00Z', assetCount: 12 }

/** Returns a response of 2,048 bytes. The test sends the second half on demand. `init` overrides status and headers. */
function halfSentResponse(init: ResponseInit = {}) {
  let streamController: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streamController = controller
      controller.enqueue(new Uint8Array(1024))
    },
  })
  const response = new Response(body, {
    ...init,
    headers: {
      ...{ 'content-length': '2048', 'content-type': 'application/zip', etag: '"one"' },
      ...(init.status === 206 && { 'content-range': 'bytes 1024-2047/2048' }),
      ...init.headers,
    },
  })
  return {
    response,
    sendRest: (bytes = 1024) => {
      streamController?.enqueue(new Uint8Array(bytes))
      streamController?.close()
    },
    end: () => streamController?.close(),
    abort: () => streamController?.error(new TypeError('network')),
  }
}

function respondInTurn(...responses: (Response | Error)[]) {
  const requests: unknown[] = []
  const requestFile = async (_: AbortSignal, resumeFrom: unknown) => {
    requests.push(resumeFrom)
    const response = responses[requests.length - 1]!
    if (response instanceof Error) throw response
    return response
  }
  return { requestFile, requests }
}

test('shows the progress of an export, and saves the archive when the export is complete', async () => {
  const { response, sendRest } = halfSentResponse()
  await showInRouter(<ExportDialog application={lane} requestFile={async () => response} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  expect(screen.getByRole('progressbar', { name: 'Export Harbour Lane' }).getAttribute('aria-valuenow')).toBe('50')
  expect(saved).toEqual([])
  await act(async () => sendRest())
  await screen.findByText('harbour-lane.zip is in your downloads: 2 KB.')
  expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: 2048 }])
})

test('shows why an export failed to start, and starts the export again on “Retry”', async () => {
  const responses = [halfSentResponse(), halfSentResponse()]
  let requestCount = 0
  const requestFile = async () => {
    requestCount += 1
    if (requestCount === 1) throw new ApiError('FETCH_ERROR', 'assets')
    return responses[requestCount - 2]!.response
  }
  await showInRouter(<ExportDialog application={lane} requestFile={requestFile} onClose={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toMatch(/reach/)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('1 KB of 2 KB')
  await act(async () => responses[0]!.sendRest())
  await waitFor(() => expect(saved.length).toBe(1))
})

test.each([
  ['resumes after the received bytes', 206, '1024', { bytes: 1024, etag: '"one"' }, '2 KB'],
  ['restarts if the archive has changed', 200, '3072', { bytes: 1024, etag: '"one"' }, '3 KB'],
])('an interrupted export %s', async (_, status, length, from, size) => {
  const [first, rest] = [halfSentResponse(), halfSentResponse({ status, headers: { 'content-length': length } })]
  const { requestFile, requests } = respondInTurn(first.response, rest.response)
  await showInRouter(<ExportDialog application={lane} requestFile={requestFile} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => first.abort())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Connection lost after 1 KB of 2 KB. Retry resumes from there.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(status === 206 ? '2 KB of 2 KB' : '1 KB of 3 KB')
  await act(async () => (status === 206 ? rest.end() : rest.sendRest(2048)))
  await screen.findByText(`harbour-lane.zip is in your downloads: ${size}.`)
  expect(requests).toEqual([undefined, from])
  expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: status === 206 ? 2048 : 3072 }])
})

test('reports an unreachable service if an interrupted export cannot be resumed for lack of an ETag', async () => {
  const broken = halfSentResponse({ headers: { etag: '' } })
  broken.response.headers.delete('etag')
  await showInRouter(<ExportDialog application={lane} requestFile={async () => broken.response} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => broken.abort())
  expect((await screen.findByRole('alert')).textContent).toMatch(/reach/)
})

test('keeps the received bytes of an export when a retry fails to connect', async () => {
  const [first, rest] = [halfSentResponse(), halfSentResponse({ status: 206, headers: { 'content-length': '1024' } })]
  const { requestFile, requests } = respondInTurn(first.response, new ApiError('FETCH_ERROR', 'assets'), rest.response)
  await showInRouter(<ExportDialog application={lane} requestFile={requestFile} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => first.abort())
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(requests.length).toBe(2))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Connection lost after 1 KB of 2 KB/)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('2 KB of 2 KB')
  await act(async () => rest.end())
  await waitFor(() => expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: 2048 }]))
})

test('restarts an export if the server resumes it at another position than requested', async () => {
  const [first, wrong, whole] = [
    halfSentResponse(),
    halfSentResponse({ status: 206, headers: { 'content-range': 'bytes 512-2047/2048' } }),
    halfSentResponse(),
  ]
  const { requestFile, requests } = respondInTurn(first.response, wrong.response, whole.response)
  await showInRouter(<ExportDialog application={lane} requestFile={requestFile} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  await act(async () => first.abort())
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(requests.length).toBe(2))
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText('1 KB of 2 KB')
  await act(async () => whole.sendRest())
  await waitFor(() => expect(saved).toEqual([{ name: 'harbour-lane.zip', bytes: 2048 }]))
  expect(requests[2]).toBe(undefined)
})

test('aborts the export when the dialog is closed', async () => {
  let signal: AbortSignal | undefined
  const requestFile = (abortSignal: AbortSignal) => {
    signal = abortSignal
    return new Promise<Response>(() => {})
  }
  const onClose = vi.fn()
  await showInRouter(<ExportDialog application={lane} requestFile={requestFile} onClose={onClose} />)
  await screen.findByRole('button', { name: 'Cancel' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  cleanup()
  expect(signal?.aborted).toBe(true)
})

test('asks for confirmation before the page unloads only while an export is running', async () => {
  const isUnloadBlocked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { response, sendRest } = halfSentResponse()
  await showInRouter(<ExportDialog application={lane} requestFile={async () => response} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  expect(isUnloadBlocked()).toBe(true)
  await act(async () => sendRest())
  await screen.findByText('harbour-lane.zip is in your downloads: 2 KB.')
  expect(isUnloadBlocked()).toBe(false)
  const broken = halfSentResponse()
  cleanup()
  await showInRouter(<ExportDialog application={lane} requestFile={async () => broken.response} onClose={() => {}} />)
  await screen.findByText('1 KB of 2 KB')
  cleanup()
  expect(isUnloadBlocked()).toBe(false)
})
