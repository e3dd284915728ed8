// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ChosenFile } from '../../../src/ui/kit/fields/ChosenFile.tsx'
import { ChosenPicture } from '../../../src/ui/kit/fields/ChosenPicture.tsx'
import { DropArea } from '../../../src/ui/kit/fields/DropArea.tsx'
import './support.ts'

const WORDS = { upload: 'Upload a file', orDrop: 'or drag and drop', drop: 'Drop to add', dragged: 'boot.glb' }
const CONTROLS = { pause: 'Pause upload', resume: 'Resume upload', remove: 'Remove' }

describe('DropArea', () => {
  test('changes its text while a file is dragged over it', () => {
    const { container, rerender } = render(<DropArea state="idle" words={WORDS} hint="up to 50 MB" />)
    expect(container.textContent).toBe('Upload a file or drag and dropup to 50 MB')
    rerender(<DropArea state="dragging" words={WORDS} hint="up to 50 MB" />)
    expect(container.textContent).toBe('Drop to add boot.glb')
  })

  test('omits the text about drag and drop if none is given', () => {
    const { container } = render(<DropArea state="idle" words={{ ...WORDS, orDrop: undefined }} />)
    expect(container.textContent?.trim()).toBe('Upload a file')
  })

  test('passes role and handlers to its element', () => {
    const events: string[] = []
    render(<DropArea state="idle" words={WORDS} role="button" onClick={() => events.push('clicked')} />)
    fireEvent.click(screen.getByRole('button'))
    expect(events).toEqual(['clicked'])
  })
})

describe('ChosenFile', () => {
  test('offers Pause while running, Resume while paused, and always Remove', () => {
    const events: string[] = []
    const row = (paused: boolean) => (
      <ChosenFile
        name="boot.glb"
        progress={0.38}
        progressText="38%"
        paused={paused}
        facts={['1.4 of 3.7 MB']}
        onPause={() => events.push('paused')}
        onResume={() => events.push('resumed')}
        onRemove={() => events.push('removed')}
        words={CONTROLS}
      />
    )
    const { rerender } = render(row(false))
    expect(screen.queryByRole('button', { name: 'Resume upload' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Pause upload' }))
    rerender(row(true))
    expect(screen.queryByRole('button', { name: 'Pause upload' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Resume upload' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(events).toEqual(['paused', 'resumed', 'removed'])
    expect(screen.getByText('38%')).toBeTruthy()
  })
})

describe('ChosenPicture', () => {
  test('shows the picture and a Remove button', () => {
    const events: string[] = []
    const { container } = render(
      <ChosenPicture name="icon.png" src="blob:1" removeText="Remove" onRemove={() => events.push('removed')} />,
    )
    expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:1')
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(events).toEqual(['removed'])
  })
})
