import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withoutEval } from '../../viewer/basis.ts'
import { bytesIn } from '../../viewer/panoramas.ts'
import { standAlone } from '../../viewer/style.ts'

describe('the KTX2 transcoder', () => {
  const original = readFileSync('node_modules/three/examples/jsm/libs/basis/basis_transcoder.js', 'utf8')

  test('makes no function from text any more, and is still a script', () => {
    expect(original).toContain('newFunc(Function')
    const mended = withoutEval(original)
    expect(mended).not.toContain('newFunc(Function')
    expect(() => new Function(mended)).not.toThrow()
  })

  test('that is written otherwise fails the build', () => {
    expect(() => withoutEval('var a = 1')).toThrow('The transcoder no longer says')
  })
})

describe('a panorama that comes as text', () => {
  test('becomes the file it was', () => {
    const bytes = bytesIn(readFileSync('node_modules/@pmndrs/assets/hdri/city.exr.js', 'utf8'))
    expect([bytes.readUInt32LE(0), bytes.length]).toEqual([20000630, 133404])
  })

  test('that comes otherwise fails the build', () => {
    expect(() => bytesIn("export default '/city.exr'")).toThrow('The module holds no panorama as text')
  })
})

describe('the style that stands alone', () => {
  test('gives each token a name of its own and the app’s value', () => {
    const tokens = new Map([
      ['--accent', 'light-dark(var(--green), var(--mint))'],
      ['--green', 'oklch(0.5 0.1 180)'],
      ['--mint', 'oklch(0.8 0.1 180)'],
    ])
    expect(standAlone('a{color:var(--accent);left:var(--viewer-floor)}', tokens)).toBe(
      'a{color:var(--avatar-viewer-accent,light-dark(oklch(0.5 0.1 180), oklch(0.8 0.1 180)));left:var(--viewer-floor)}',
    )
  })

  test('knows every token that the viewer’s styles use', () => {
    const sheets = ['AvatarViewer', 'DotLoader', 'Notice', 'Tools', 'Turntable'].map((name) =>
      readFileSync(`src/ui/viewer/${name}.module.css`, 'utf8'),
    )
    const left = sheets.flatMap((sheet) => [...standAlone(sheet).matchAll(/var\((--(?!viewer-)[\w-]+)\)/g)])
    expect(left.map(([, name]) => name)).toEqual([])
  })
})
