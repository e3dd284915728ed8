// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { ViewerFrame } from '../../../../src/ui/viewer/embed/frame.ts'
import { FRAME_VERSION, type FrameRequest } from '../../../../src/ui/viewer/embed/frame-protocol.ts'

const ORIGIN = 'https://viewer.example'

let iframe: HTMLIFrameElement
let sent: FrameRequest[]

beforeEach(() => {
  iframe = document.createElement('iframe')
  document.body.append(iframe)
  const { contentWindow } = iframe
  sent = []
  contentWindow!.postMessage = ((request: FrameRequest) => void sent.push(request)) as Window['postMessage']
  Object.defineProperty(iframe, 'src', { value: `${ORIGIN}/embed` })
  return () => iframe.remove()
})

const receive = (data: object) =>
  dispatchEvent(
    new MessageEvent('message', {
      source: iframe.contentWindow,
      origin: ORIGIN,
      data: { atelierViewer: FRAME_VERSION, ...data },
    }),
  )
const replyToLast = (reply: object) => receive({ reply: sent.at(-1)?.id, ...reply })

describe('a call to a framed viewer', () => {
  test('is sent once the frame is ready, and resolves with the reply', async () => {
    const frame = new ViewerFrame(iframe)
    const zoomed = frame.zoomTo(2)
    expect(sent).toEqual([])
    receive({ event: 'ready' })
    await expect.poll(() => sent.at(-1)).toMatchObject({ call: 'zoomTo', with: 2 })
    replyToLast({ value: null })
    expect(await zoomed).toBeNull()
    frame.disconnect()
  })

  test('rejects with the reason if the frame uses another protocol version', async () => {
    const frame = new ViewerFrame(iframe)
    const zoomed = frame.zoomTo(2)
    iframe.dispatchEvent(new Event('load'))
    expect(sent).toMatchObject([{ call: 'hello' }])
    replyToLast({ fault: 'This viewer speaks version 2' })
    await expect(zoomed).rejects.toThrow('This viewer speaks version 2')
    frame.disconnect()
  })

  test('rejects on disconnection if it is queued, in flight, or made after the disconnection', async () => {
    const frame = new ViewerFrame(iframe)
    const waiting = frame.zoomTo(2)
    frame.disconnect()
    await expect(waiting).rejects.toThrow('Disconnected')
    await expect(frame.zoomTo(3)).rejects.toThrow('Disconnected')

    const other = new ViewerFrame(iframe)
    receive({ event: 'ready' })
    const pending = other.zoomTo(4)
    await expect.poll(() => sent.at(-1)).toMatchObject({ call: 'zoomTo', with: 4 })
    other.disconnect()
    await expect(pending).rejects.toThrow('Disconnected')
    await expect(other.zoomTo(5)).rejects.toThrow('Disconnected')
  })
})
