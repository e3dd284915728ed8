// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ChosenFile } from '../../../src/ui/kit/ChosenFile.tsx'
import { ChosenPicture } from '../../../src/ui/kit/ChosenPicture.tsx'
import { DropArea } from '../../../src/ui/kit/DropArea.tsx'
import './support.ts'

const WORDS = { upload: 'Upload a file', orDrop: 'or drag and drop', drop: 'Drop to add', dragged: 'boot.glb' }
const CONTROLS = { pause: 'Pause upload', resume: 'Resume upload', remove: 'Remove' }

afterEach(cleanup)

describe('DropArea', () => {
  test('its words change while a file hangs over it', () => {
    const { container, rerender } = render(<DropArea state="idle" words={WORDS} hint="up to 50 MB" />)
    expect(container.textContent).toBe('Upload a file or drag and dropup to 50 MB')
    rerender(<DropArea state="dragging" words={WORDS} hint="up to 50 MB" />)
    expect(container.textContent).toBe('Drop to add boot.glb')
  })

  test('where nothing can be dragged it says nothing of it', () => {
    const { container } = render(<DropArea state="idle" words={{ ...WORDS, orDrop: undefined }} />)
    expect(container.textContent?.trim()).toBe('Upload a file')
  })

  test('what it does is handed in', () => {
    const heard: string[] = []
    render(<DropArea state="idle" words={WORDS} role="button" onClick={() => heard.push('clicked')} />)
    fireEvent.click(screen.getByRole('button'))
    expect(heard).toEqual(['clicked'])
  })
})

describe('ChosenFile', () => {
  test('a running upload offers Pause, a resting one Resume, both Remove', () => {
    const heard: string[] = []
    const row = (paused: boolean) => (
      <ChosenFile
        name="boot.glb"
        progress={0.38}
        progressText="38%"
        paused={paused}
        facts={['1.4 of 3.7 MB']}
        onPause={() => heard.push('paused')}
        onResume={() => heard.push('resumed')}
        onRemove={() => heard.push('removed')}
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
    expect(heard).toEqual(['paused', 'resumed', 'removed'])
    expect(screen.getByText('38%')).toBeTruthy()
  })
})

describe('ChosenPicture', () => {
  test('it shows the picture, its name and Remove', () => {
    const heard: string[] = []
    const { container } = render(
      <ChosenPicture name="icon.png" src="blob:1" removeText="Remove" onRemove={() => heard.push('removed')} />,
    )
    expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:1')
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(heard).toEqual(['removed'])
  })
})
