// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyText } from '../../../src/ui/kit/copy-text.ts'

/** What the old command took: the page's selection at that moment. */
let taken: string[]

beforeEach(() => {
  taken = []
  document.body.innerHTML = '<dialog open><button>Copy</button></dialog>'
  document.querySelector('button')!.focus()
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete (document as Partial<Document>).execCommand
})

const without = { clipboard: undefined }
const refusing = { clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } }

/** An engine with the old command, which copies what is selected in the focused field. */
function oldCommand(answer: boolean | Error) {
  document.execCommand = (command) => {
    const field = document.activeElement as HTMLTextAreaElement
    expect(command).toBe('copy')
    taken.push(field.value.slice(field.selectionStart, field.selectionEnd))
    if (answer instanceof Error) throw answer
    return answer
  }
}

describe('a text is copied', () => {
  test('by the clipboard, where the page has one', async () => {
    const written: string[] = []
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
    oldCommand(true)
    expect(await copyText('a\nb')).toBe(true)
    expect({ written, taken }).toEqual({ written: ['a\nb'], taken: [] })
  })

  test.each([
    ['has none, as on a page without TLS', without],
    ['refuses', refusing],
  ])('by the old command, where the clipboard %s; focus and page stay as they were', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    oldCommand(true)
    const before = document.body.innerHTML
    expect(await copyText('  a\n“b” ')).toBe(true)
    expect(taken).toEqual(['  a\n“b” '])
    expect(document.body.innerHTML).toBe(before)
    expect(document.activeElement?.textContent).toBe('Copy')
  })

  test.each([
    ['refuses', false],
    ['throws', new Error('no')],
  ])('not at all, and the caller is told, where the old command %s too', async (_, answer) => {
    vi.stubGlobal('navigator', without)
    oldCommand(answer)
    const before = document.body.innerHTML
    expect(await copyText('a')).toBe(false)
    expect(document.body.innerHTML).toBe(before)
  })

  test('by the old command where nothing has the focus', async () => {
    vi.stubGlobal('navigator', without)
    document.body.innerHTML = ''
    oldCommand(true)
    expect([await copyText('a'), taken, document.body.innerHTML]).toEqual([true, ['a'], ''])
  })

  test('not at all where there is neither', async () => {
    vi.stubGlobal('navigator', without)
    expect(await copyText('a')).toBe(false)
  })
})
