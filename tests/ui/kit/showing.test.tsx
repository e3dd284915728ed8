// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Avatar } from '../../../src/ui/kit/Avatar.tsx'
import { Chip } from '../../../src/ui/kit/Chip.tsx'
import { CopyId } from '../../../src/ui/kit/CopyId.tsx'
import { Disclosure } from '../../../src/ui/kit/Disclosure.tsx'
import { EmptyScene } from '../../../src/ui/kit/EmptyScene.tsx'
import { LoadBar } from '../../../src/ui/kit/LoadBar.tsx'
import { Logo } from '../../../src/ui/kit/Logo.tsx'
import { Notice } from '../../../src/ui/kit/Notice.tsx'
import { PageHead } from '../../../src/ui/kit/PageHead.tsx'
import { Plinth } from '../../../src/ui/kit/Plinth.tsx'
import { ProgressBar } from '../../../src/ui/kit/ProgressBar.tsx'
import { Skeleton } from '../../../src/ui/kit/Skeleton.tsx'
import { SkipLink } from '../../../src/ui/kit/SkipLink.tsx'
import { StillLife } from '../../../src/ui/kit/StillLife.tsx'
import { shortId } from '../../../src/ui/kit/short-id.ts'
import { VisuallyHidden } from '../../../src/ui/kit/VisuallyHidden.tsx'
import { press } from './support.ts'

afterEach(cleanup)

describe('CopyId', () => {
  test('an id is shortened in its middle, and one that is short already is not', () => {
    expect(['64f1c0e2a1b2c3d49a2e', '64f1c0e21a2eb', '64f1c0e21a2ebf', ''].map(shortId)).toEqual([
      '64f1c0e2…9a2e',
      '64f1c0e21a2eb',
      '64f1c0e2…2ebf',
      '',
    ])
  })

  test('it copies in full and says so', async () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    })
    render(<CopyId id="64f1c0e2a1b2c3d49a2e" copyLabel="Copy id" copiedText="Copied" />)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy id 64f1c0e2…9a2e' })))
    vi.unstubAllGlobals()
    expect(copied).toEqual(['64f1c0e2a1b2c3d49a2e'])
    expect(screen.getByRole('status').textContent).toBe('Copied')
  })
})

describe('Plinth', () => {
  test('a picture that fails gives way to the glyph, and a new address is tried again', () => {
    const plinth = (src: string) => (
      <Plinth pigment="smalt" src={src}>
        glyph
      </Plinth>
    )
    const { container, rerender } = render(plinth('/a.png'))
    expect(container.textContent).toBe('')
    fireEvent.error(container.querySelector('img')!)
    expect(container.textContent).toBe('glyph')
    rerender(plinth('/b.png'))
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.png')
  })
})

describe('EmptyScene and StillLife', () => {
  test('a failure is announced at once with what to do; its StillLife is not read', () => {
    render(
      <EmptyScene
        kind="failed"
        title="The assets didn’t load"
        foot="Trying again by itself in 4 s"
        details={{ summary: 'Details', text: 'TIMEOUT_ERROR' }}
      >
        The service took too long to answer.
      </EmptyScene>,
    )
    expect(screen.getByRole('alert').textContent).toBe('The assets didn’t loadThe service took too long to answer.')
    expect(screen.getByRole('status').textContent).toBe('Trying again by itself in 4 s')
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('what lies beside the plinth of a failure is in the code, FallenCap, and asks for nothing', async () => {
    const { container } = render(
      <EmptyScene kind="failed" title="The assets didn’t load" timer="Trying again in 4 s" />,
    )
    await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/svg\+xml,/))
    expect(screen.getByRole('timer').textContent).toBe('Trying again in 4 s')
  })

  test('an empty list is no alarm', () => {
    render(<EmptyScene kind="empty" title="No items found" />)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { name: 'No items found' })).toBeTruthy()
  })

  test('the studio of the sign-in page shows six pieces, asked for once what stands beside them is on the screen', async () => {
    const { container } = render(<StillLife />)
    expect(container.querySelectorAll('img')).toHaveLength(0)
    await waitFor(() => expect(container.querySelectorAll('img[src^="/art/"]')).toHaveLength(6))
  })
})

describe('small parts', () => {
  test('a ProgressBar tells a whole number of percent between 0 and 100', () => {
    render(<ProgressBar label="boot.glb" value={0.638} />)
    render(<ProgressBar label="over" value={1.4} />)
    expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['64', '100'])
  })

  test('a LoadBar has a name and no number, a Skeleton has neither', () => {
    render(<LoadBar label="Loading assets" />)
    render(<Skeleton shape="plinth" />)
    expect(screen.getByRole('progressbar', { name: 'Loading assets' }).getAttribute('aria-valuenow')).toBeNull()
    expect(screen.getAllByRole('progressbar')).toHaveLength(1)
  })

  test('a bad Notice is an alert, any other is a status', () => {
    render(<Notice tone="bad" title="Atelier can't reach the service." />)
    render(<Notice tone="warn" title="Your session ended." />)
    expect(screen.getByRole('alert').textContent?.trim()).toBe("Atelier can't reach the service.")
    expect(screen.getByRole('status').textContent?.trim()).toBe('Your session ended.')
  })

  test('an Avatar takes the first letters of the first and last word, or two of the only one', () => {
    const letters = ['Ana Maria Silva', 'admin@atelier.example', ''].map((name) =>
      render(<Avatar name={name} />)
        .container.querySelector('[data-initials]')
        ?.getAttribute('data-initials'),
    )
    expect(letters).toEqual(['AS', 'AD', ''])
  })

  test('an Avatar has no text: it is no part of what its button is called, and is not found or copied with the name', () => {
    expect(render(<Avatar name="Ana Silva" />).container.textContent).toBe('')
  })

  test('a Chip shows its words and hue, a Logo its name', () => {
    expect(
      render(<Chip pigment="smalt">Footwear</Chip>).container.querySelector('[data-pigment=smalt]')?.textContent,
    ).toBe('Footwear')
    expect(render(<Logo name="Atelier" />).container.textContent).toBe('Atelier')
  })

  test('a SkipLink moves the focus, and leaves the address alone', () => {
    render(
      <>
        <SkipLink to="main">Skip to content</SkipLink>
        <main id="main" tabIndex={-1} />
      </>,
    )
    fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }))
    expect([document.activeElement?.id, location.hash]).toEqual(['main', ''])
  })

  test('SkipLink leads to its target, VisuallyHidden can speak up', () => {
    render(<SkipLink to="main">Skip to content</SkipLink>)
    render(<VisuallyHidden live="assertive">Back at 5</VisuallyHidden>)
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
    expect(screen.getByRole('alert').textContent).toBe('Back at 5')
  })
})

describe('PageHead', () => {
  test('has the one title of level 1, with its total, marks and actions', () => {
    render(
      <PageHead title="Assets" total="157" marks={<i>new</i>} actions={<button type="button">New asset</button>} />,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Assets')
    expect(screen.getByRole('banner').textContent).toBe('Assets157newNew asset')
  })
})

describe('Disclosure', () => {
  test('what stands under it shows once its heading is pressed', () => {
    render(<Disclosure title="Statistics">364 triangles</Disclosure>)
    const button = screen.getByRole('button', { name: 'Statistics' })
    expect([button.getAttribute('aria-expanded'), screen.queryByRole('group')]).toEqual(['false', null])
    press(button, 'Enter')
    expect([button.getAttribute('aria-expanded'), screen.getByRole('group').textContent]).toEqual([
      'true',
      '364 triangles',
    ])
  })
})
