import { describe, expect, test, vi } from 'vitest'
import { createUniqueNames, toSafeFileName } from '../../../server/transfer/file-names.ts'

describe('the name of a file', () => {
  test.each([
    ['Red cap', 'Red cap'],
    ['Élan 帽子 🧢', 'Élan 帽子 🧢'],
    ['E\u0301lan', 'Élan'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\windows', '_.._windows'],
    ['/absolute', '_absolute'],
    ['C:\\temp', 'C__temp'],
    ['.hidden', 'hidden'],
    ['ends in dots...', 'ends in dots'],
    ['ends in a space ', 'ends in a space'],
    ['..', '_'],
    ['', '_'],
    ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
    ['line\nbreak\0nul\u007f', 'linebreaknul'],
    ['turned \u202earound', 'turned around'],
    ['CON', '_CON'],
    ['aux.cap', '_aux.cap'],
    ['Com1', '_Com1'],
    ['LPT¹', '_LPT¹'],
    ['con .cap', '_con .cap'],
    ['Contour', 'Contour'],
  ])('is converted from %j to %j', (name, safe) => {
    expect(toSafeFileName(name)).toBe(safe)
  })

  test('has at most 60 characters, and never half a surrogate pair', () => {
    expect(toSafeFileName('🧢'.repeat(120))).toBe('🧢'.repeat(60))
    expect(Buffer.byteLength(`${toSafeFileName('🧢'.repeat(120))} (100000).webp`)).toBeLessThanOrEqual(255)
  })

  test('does not end in a dot after it is shortened', () => {
    expect(toSafeFileName(`${'a'.repeat(59)}. and more`)).toBe('a'.repeat(59))
  })
})

describe('names of files in one folder', () => {
  test('differ in more than case or Unicode form', () => {
    const next = createUniqueNames()
    const names = ['Cap', 'cap', 'CAP', 'Ｃａｐ', 'Cap (2)', 'Straße', 'STRASSE', 'İ', 'i\u0307'].map((name) =>
      next('models', name, 'glb'),
    )
    expect(names).toEqual([
      'models/Cap.glb',
      'models/cap (2).glb',
      'models/CAP (3).glb',
      'models/Ｃａｐ (4).glb',
      'models/Cap (2) (2).glb',
      'models/Straße.glb',
      'models/STRASSE (2).glb',
      'models/İ.glb',
      'models/i\u0307 (2).glb',
    ])
  })

  test('may repeat in another folder or with another extension', () => {
    const next = createUniqueNames()
    expect([next('models', 'Cap', 'glb'), next('icons', 'Cap', 'png'), next('icons', 'Cap', 'jpg')]).toEqual([
      'models/Cap.glb',
      'icons/Cap.png',
      'icons/Cap.jpg',
    ])
  })

  test('need the same number of attempts for each equal name', () => {
    const next = createUniqueNames()
    const normalise = vi.spyOn(String.prototype, 'normalize')
    const countCalls = () => {
      normalise.mockClear()
      next('models', 'Cap', 'glb')
      return normalise.mock.calls.length
    }
    const counts = Array.from({ length: 50 }, countCalls)
    expect(counts).toEqual(Array(50).fill(counts[0]))
    expect(next('models', 'Cap', 'glb')).toBe('models/Cap (51).glb')
  })
})
