// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyText } from '../../../src/ui/kit/copy-text.ts'

/** Text selected at the time of each `copy` command. */
let copied: string[]

beforeEach(() => {
  copied = []
  document.body.innerHTML = '<dialog open><button>Copy</button></dialog>'
  document.querySelector('button')!.focus()
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete (document as Partial<Document>).execCommand
})

const noClipboard = { clipboard: undefined }
const refusingClipboard = { clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } }

function stubCopyCommand(result: boolean | Error) {
  document.execCommand = (command) => {
    const field = document.activeElement as HTMLTextAreaElement
    expect(command).toBe('copy')
    copied.push(field.value.slice(field.selectionStart, field.selectionEnd))
    if (result instanceof Error) throw result
    return result
  }
}

describe('copyText', () => {
  test('uses the clipboard if the page has access to it', async () => {
    const written: string[] = []
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
    stubCopyCommand(true)
    expect(await copyText('a\nb')).toBe(true)
    expect({ written, copied }).toEqual({ written: ['a\nb'], copied: [] })
  })

  test.each([
    ['is missing, as on a page without TLS', noClipboard],
    ['refuses the text', refusingClipboard],
  ])('uses the copy command if the clipboard %s, and restores focus and document', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    stubCopyCommand(true)
    const before = document.body.innerHTML
    expect(await copyText('  a\n“b” ')).toBe(true)
    expect(copied).toEqual(['  a\n“b” '])
    expect(document.body.innerHTML).toBe(before)
    expect(document.activeElement?.textContent).toBe('Copy')
  })

  test.each([
    ['fails', false],
    ['throws', new Error('no')],
  ])('returns false if the clipboard is missing and the copy command %s', async (_, result) => {
    vi.stubGlobal('navigator', noClipboard)
    stubCopyCommand(result)
    const before = document.body.innerHTML
    expect(await copyText('a')).toBe(false)
    expect(document.body.innerHTML).toBe(before)
  })

  test('uses the copy command even if no element has the focus', async () => {
    vi.stubGlobal('navigator', noClipboard)
    document.body.innerHTML = ''
    stubCopyCommand(true)
    expect([await copyText('a'), copied, document.body.innerHTML]).toEqual([true, ['a'], ''])
  })

  test('returns false if neither the clipboard nor the copy command exists', async () => {
    vi.stubGlobal('navigator', noClipboard)
    expect(await copyText('a')).toBe(false)
  })
})
