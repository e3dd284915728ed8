// @vitest-environment jsdom
import { Document, NodeIO } from '@gltf-transform/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { INVALID_SOURCE } from '../../../src/machines/rules/model-source.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { LazyAvatarViewer } from '../../../src/ui/look/LazyAvatarViewer.tsx'
import { AvatarViewer, type AvatarViewerHandle } from '../../../src/ui/viewer/AvatarViewer.tsx'
import { AvatarViewerWaiting } from '../../../src/ui/viewer/AvatarViewerWaiting.tsx'
import { type StandInPage, standInCanvas } from '../../support/canvas.ts'

let page: StandInPage
beforeEach(() => {
  page = standInCanvas()
})
afterEach(() => {
  cleanup()
  page.restore()
})

/** A triangle with one morph target and a clip that moves it, as a data URL. */
async function triangle(): Promise<string> {
  const document = new Document()
  const buffer = document.createBuffer()
  const floats = (values: number[], type: 'VEC3' | 'SCALAR') =>
    document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer)
  const position = floats([0, 0, 0, 1, 0, 0, 0, 2, 0], 'VEC3')
  const smile = document
    .createPrimitiveTarget('smile')
    .setAttribute('POSITION', floats([0, 0, 0, 0, 0, 0, 0, 1, 0], 'VEC3'))
  const primitive = document.createPrimitive().setAttribute('POSITION', position).addTarget(smile)
  const mesh = document
    .createMesh('face')
    .addPrimitive(primitive)
    .setWeights([0])
    .setExtras({ targetNames: ['smile'] })
  const node = document.createNode('face').setMesh(mesh)
  document.createScene().addChild(node)
  const sampler = document
    .createAnimationSampler()
    .setInput(floats([0, 0.03], 'SCALAR'))
    .setOutput(floats([0, 0, 0, 0, 1, 0], 'VEC3'))
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('translation').setSampler(sampler)
  document.createAnimation('hop').addSampler(sampler).addChannel(channel)
  const bytes = await new NodeIO().writeBinary(document)
  return `data:model/gltf-binary;base64,${Buffer.from(bytes).toString('base64')}`
}

const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** The machine's state, where an inspection event tells one. */
const stateIn = (event: { type: string }): unknown =>
  event.type === '@xstate.snapshot' ? (event as unknown as { snapshot: { value?: unknown } }).snapshot.value : undefined

const stateIs = (container: HTMLElement, state: string) =>
  waitFor(() => expect(container.querySelector('[data-state]')?.getAttribute('data-state')).toBe(state))

describe('the viewer', () => {
  it('tells its present state to whoever asks while it announces something', async () => {
    const told: unknown[] = []
    const handle = createRef<AvatarViewerHandle>()
    const note = (what: string) => () => {
      const info = handle.current?.info()
      told.push([what, info?.state, info?.model?.triangles ?? null])
    }
    const callbacks = {
      ref: handle,
      onLoading: note('loading'),
      onLoaded: note('loaded'),
      onSpawnFinished: note('finished'),
      onError: note('error'),
    }
    const { container, rerender } = render(<AvatarViewer source={await triangle()} {...callbacks} />)
    await stateIs(container, 'finished')
    await waitFor(() => expect(told).toHaveLength(3))
    rerender(<AvatarViewer source="data:model/gltf-binary;base64,AAAA" {...callbacks} />)
    await stateIs(container, 'failed')
    await waitFor(() => expect(told).toHaveLength(5))
    expect(told).toEqual([
      ['loading', 'loading', null],
      ['loaded', 'finished', 1],
      ['finished', 'finished', 1],
      ['loading', 'loading', 1],
      ['error', 'failed', null],
    ])
  })

  it('loads, shows and announces a model once, in that order', async () => {
    const told: string[] = []
    const handle = createRef<AvatarViewerHandle>()
    const { container, rerender } = render(
      <AvatarViewer
        ref={handle}
        source={await triangle()}
        onLoading={() => told.push('loading')}
        onLoaded={({ triangles, morphTargets, clips }) => told.push(`loaded ${triangles} ${morphTargets} ${clips}`)}
        onSpawnFinished={() => told.push('finished')}
      />,
    )
    await stateIs(container, 'finished')
    expect(told).toEqual(['loading', 'loaded 1 smile hop', 'finished'])
    rerender(<AvatarViewer ref={handle} source={await triangle()} onLoaded={() => told.push('again')} shadows float />)
    expect(told).toHaveLength(3)
    expect(handle.current?.info().model).toEqual({
      triangles: 1,
      vertices: 3,
      textures: 0,
      materials: 1,
      bones: 0,
      pixels: 0,
      bytes: 1208,
      morphTargets: ['smile'],
      clips: ['hop'],
      durations: [expect.closeTo(0.03)],
    })
  })

  it('says one thing at a time while what failed is tried again, and nothing of it once another is shown', async () => {
    const [first, second] = ['http://127.0.0.1:1/a.glb', await triangle()]
    const { container, rerender } = render(<AvatarViewer source={first} />)
    await stateIs(container, 'failed')
    expect(screen.getByRole('alert').textContent).toContain('This model didn’t load.')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect([screen.queryByRole('alert'), screen.getAllByRole('status').length]).toEqual([null, 1])
    expect(screen.getByRole('status').textContent).toContain('Loading…')
    await stateIs(container, 'failed')
    rerender(<AvatarViewer source={second} />)
    expect(screen.queryByText(/didn’t load/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    await stateIs(container, 'finished')
  })

  it('plays an effect and an animation before it is finished', async () => {
    const source = await triangle()
    const states: string[] = []
    const { container } = render(
      <AvatarViewer source={source} spawnEffect={{ src: source }} spawnAnimation={{ src: source, loop: 1 }} />,
    )
    const root = container.querySelector('[data-state]') as HTMLElement
    new MutationObserver(() => states.push(root.dataset.state ?? '')).observe(root, { attributeFilter: ['data-state'] })
    await stateIs(container, 'finished')
    expect(states.at(-2)).toBe('playing')
    expect(states.at(-1)).toBe('finished')
  })

  it('turns by dragging and by keys, and not while nothing stands there', async () => {
    Element.prototype.setPointerCapture = () => {}
    const { container } = render(<AvatarViewer source={await triangle()} />)
    const root = container.querySelector('[data-state]') as HTMLElement
    const degrees = () => container.querySelector('[role=slider]')?.getAttribute('aria-valuenow')
    const point = (type: string, clientX: number) =>
      fireEvent(root, Object.assign(new MouseEvent(type, { clientX, clientY: 0, button: 0 }), { pointerId: 1 }))
    const drag = () => {
      point('pointerdown', 0)
      point('pointermove', 100)
      point('pointerup', 100)
    }
    drag()
    expect(degrees()).toBe('-17')
    await stateIs(container, 'finished')
    drag()
    expect(degrees()).toBe('11')
    const slider = screen.getByRole('slider', { name: 'Turn' })
    fireEvent.keyDown(slider, { key: 'PageUp' })
    expect(slider.getAttribute('aria-valuetext')).toBe('26 degrees')
    fireEvent.keyDown(slider, { key: 'Home' })
    expect(slider.textContent).toBe('0°')
  })

  it('shows the empty turntable and warns once for a source that is no model', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const viewer = (fit: boolean) => (
      <StrictMode>
        <AvatarViewer source="notes.txt" fit={fit} />
      </StrictMode>
    )
    const { container, rerender } = render(viewer(false))
    rerender(viewer(true))
    await stateIs(container, 'empty')
    expect(warn.mock.calls.filter(([said]) => said === INVALID_SOURCE)).toHaveLength(1)
    expect(screen.queryByRole('slider')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('reports a file that is no model by its reason, and says one sentence', async () => {
    const onError = vi.fn()
    const source = 'data:model/gltf-binary;base64,Z2xURgEAAAA='
    const { container } = render(<AvatarViewer source={source} onError={onError} />)
    await stateIs(container, 'failed')
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual(['unreadable'])
    expect(screen.getByRole('alert').textContent).toBe('This model can’t be shown. Choose a .glb or .fbx file.')
  })

  it('says so where there is no WebGL', async () => {
    page.restore()
    page = standInCanvas({ hasWebgl: false })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const onError = vi.fn()
    const { container } = render(<AvatarViewer source={await triangle()} onError={onError} />)
    await stateIs(container, 'failed')
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual(['webgl'])
  })

  it('says so too when its stage is lost for good while a model waits to be seen', async () => {
    const onError = vi.fn()
    const states: unknown[] = []
    const { container } = render(
      <AvatarViewer source={await triangle()} onError={onError} inspect={(event) => states.push(stateIn(event))} />,
    )
    // Off-screen no frame is drawn, so that it waits.
    page.scrollTo(false)
    await waitFor(() => expect(states).toContainEqual({ loading: 'revealing' }))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    act(() => page.lose())
    await waitFor(() => expect(container.querySelector('canvas')).toBeNull())
    page.scrollTo(true)
    await stateIs(container, 'failed')
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual(['webgl'])
    context.mockRestore()
  })

  it('tells whoever inspects it what its machine does, from its first moment on', async () => {
    const told: { type: string }[] = []
    const { container } = render(<AvatarViewer source={await triangle()} inspect={(event) => void told.push(event)} />)
    await stateIs(container, 'finished')
    expect(told[0]?.type).toBe('@xstate.actor')
    const states = told.map(stateIn).filter((state) => state !== undefined)
    const passed = states.map((state) => JSON.stringify(state)).filter((state, index, all) => state !== all[index - 1])
    expect(passed).toEqual([
      '"empty"',
      '{"loading":"fetching"}',
      '{"loading":"preparing"}',
      '{"loading":"revealing"}',
      '"finished"',
    ])
  })

  it('draws nothing while off-screen, and goes on when it comes back', async () => {
    const handle = createRef<AvatarViewerHandle>()
    const { container } = render(<AvatarViewer ref={handle} source={await triangle()} float />)
    await stateIs(container, 'finished')
    const frames = () => handle.current?.info().frames ?? 0
    page.scrollTo(false)
    await twoFrames() // the one that was already asked for
    const resting = frames()
    await twoFrames()
    expect(frames()).toBe(resting)
    page.scrollTo(true)
    await waitFor(() => expect(frames()).toBeGreaterThan(resting))
  })

  it('survives strict mode, a lost context and its end', async () => {
    const told: string[] = []
    const { container, unmount } = render(
      <StrictMode>
        <AtelierContext value={{} as Atelier}>
          <LazyAvatarViewer source={await triangle()} shadows onLoaded={() => told.push('loaded')} />
        </AtelierContext>
      </StrictMode>,
    )
    await stateIs(container, 'finished')
    act(() => page.lose())
    act(() => page.regain())
    expect(container.querySelectorAll('canvas')).toHaveLength(1)
    unmount()
    expect(document.querySelectorAll('canvas')).toHaveLength(0)
    expect(told).toEqual(['loaded'])
  })

  it('has the dots of its loader stand in, as AvatarViewerWaiting, while its code is on its way', () => {
    const { container } = render(<AvatarViewerWaiting source={null} className="stage" />)
    const waiting = container.querySelector('.stage[data-state="loading"][aria-busy="true"]')
    expect(waiting?.querySelectorAll('[role="status"], [role="progressbar"]')).toHaveLength(1)
  })

  it('ends the entrance at once under reduced motion', async () => {
    page.restore()
    page = standInCanvas({ prefersReducedMotion: true })
    const source = await triangle()
    const handle = createRef<AvatarViewerHandle>()
    const finished = vi.fn()
    const { container } = render(
      <AvatarViewer
        ref={handle}
        source={source}
        spawnEffect={{ src: source, loop: 5 }}
        onSpawnFinished={finished}
        float
      />,
    )
    await stateIs(container, 'finished')
    expect(finished).toHaveBeenCalledTimes(1)
  })
})
