// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type UseFileDropOptions, useFileDrop } from '../../../src/ui/upload/use-file-drop.ts'
import { usePageFileDrop } from '../../../src/ui/upload/use-page-file-drop.ts'
import type { Upload } from '../../../src/ui/upload/use-upload.ts'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const [boot, hat] = [new File(['1'], 'boot.glb'), new File(['2'], 'hat.glb')]
const transferOf = (files: File[], folderCount = 0) => ({
  files,
  types: ['Files'],
  items: files.map((file, index) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory: index < folderCount }),
  })),
})

function Field(options: UseFileDropOptions) {
  const { getRootProps, getInputProps, onPaste } = useFileDrop(options)
  return (
    <div {...getRootProps({ 'aria-label': 'Model', onPaste })}>
      <input {...getInputProps()} data-testid="input" />
    </div>
  )
}

describe('a file field', () => {
  function show(options: Omit<UseFileDropOptions, 'actor'> = {}) {
    const send = vi.fn()
    render(<Field {...options} actor={{ send } as unknown as Upload['actor']} />)
    return { send, area: screen.getByLabelText('Model'), input: screen.getByTestId('input') }
  }
  const dropped = (files: File[], folders = 0) => ({ type: 'files.dropped', files, folders })

  test.each([0, 1])('passes dropped files with the number of folders to the upload: %s', async (folders) => {
    const { send, area } = show()
    await act(async () => void fireEvent.drop(area, { dataTransfer: transferOf([boot, hat], folders) }))
    expect(send.mock.calls).toEqual([[dropped([boot, hat], folders)]])
  })

  test('passes picked and pasted files, and leaves pasted text to the browser', async () => {
    const { send, area, input } = show()
    await act(async () => void fireEvent.change(input, { target: { files: [boot] } }))
    expect(fireEvent.paste(area, { clipboardData: { files: [hat] } })).toBe(false)
    expect(fireEvent.paste(area, { clipboardData: { files: [] } })).toBe(true)
    expect(send.mock.calls).toEqual([[dropped([boot])], [dropped([hat])]])
  })

  test('passes several files to the page if the page accepts several, but one file to the upload', async () => {
    const onMany = vi.fn()
    const { send, area } = show({ onMany })
    await act(async () => void fireEvent.drop(area, { dataTransfer: transferOf([boot, hat]) }))
    expect([onMany.mock.calls, send.mock.calls]).toEqual([[[[boot, hat]]], [[{ type: 'drag.left' }]]])
    await act(async () => void fireEvent.drop(area, { dataTransfer: transferOf([hat]) }))
    expect([onMany.mock.calls.length, send.mock.lastCall]).toEqual([1, [dropped([hat])]])
  })

  test('reports a drag that enters and leaves', async () => {
    const { send, area } = show()
    await act(async () => void fireEvent.dragEnter(area, { dataTransfer: transferOf([boot]) }))
    await act(async () => void fireEvent.dragLeave(area, { dataTransfer: transferOf([boot]) }))
    expect(send.mock.calls.map(([{ type }]) => type)).toEqual(['drag.entered', 'drag.left'])
  })
})

describe('a page', () => {
  test('receives files dropped or pasted anywhere, until it unmounts', () => {
    const onFiles = vi.fn()
    const { unmount } = renderHook(() => usePageFileDrop(onFiles))
    expect(fireEvent.drop(document.body, { dataTransfer: { files: [boot] } })).toBe(false)
    expect(fireEvent.paste(document.body, { clipboardData: { files: [hat] } })).toBe(false)
    expect(onFiles.mock.calls).toEqual([[[boot]], [[hat]]])
    unmount()
    expect(fireEvent.drop(document.body, { dataTransfer: { files: [boot] } })).toBe(true)
    expect(fireEvent.paste(document.body, { clipboardData: { files: [hat] } })).toBe(true)
    expect(onFiles).toHaveBeenCalledTimes(2)
  })

  test('leaves text, and files for a field that accepts files, to the field and the browser', () => {
    const onFiles = vi.fn()
    renderHook(() => usePageFileDrop(onFiles))
    document.body.innerHTML = '<div data-takes-files><b></b></div>'
    expect(fireEvent.drop(document.querySelector('b')!, { dataTransfer: { files: [boot] } })).toBe(true)
    expect(fireEvent.paste(document.body, { clipboardData: { files: [] } })).toBe(true)
    expect(fireEvent.paste(document.body, {})).toBe(true)
    expect(onFiles).not.toHaveBeenCalled()
    // A drop on the document itself has no element.
    expect(fireEvent.drop(document, { dataTransfer: { files: [boot] } })).toBe(false)
    expect(onFiles).toHaveBeenCalledOnce()
  })
})
