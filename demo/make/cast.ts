import type { Variant } from './variants.ts'

export const SKIN_VARIANTS: readonly Variant[] = [
  ['', {}, 'starter set'],
  ['umber', { Skin: '#7d4a32', Lips: '#7a3a34', Brow: '#221616', Base: '#e8d9bd' }, 'starter set'],
  [
    'plaster',
    {
      Skin: '#e6dfd3',
      Lips: '#cfc5b7',
      Brow: '#c4bbad',
      Base: '#d5ccbe',
      Iris: '#8f877c',
      Pupil: '#5f584f',
      Lash: '#a79e91',
    },
  ],
]

/** Variants of the characters, by the key of their costume. */
export const CHARACTER_VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  ines: [
    ['', {}, 'hero', 'starter set', 'winter'],
    [
      'Dalia',
      {
        Skin: '#8a5537',
        Hair: '#1f2029',
        Brow: '#1a181d',
        'Jacket Fabric': '#2f6b57',
        'Jeans Fabric': '#5d5148',
        'Jeans Trim': '#4a4139',
        'Jeans Cuff': '#84776a',
        'Shoe Fabric': '#f2c14e',
      },
      'winter',
    ],
  ],
  kofi: [
    ['', {}, 'hero', 'starter set'],
    [
      'Amari',
      {
        Knit: '#2f8f86',
        'Knit Collar': '#f4e3bf',
        'Glasses Frame': '#c23b43',
        Hair: '#4a2b1e',
        'Trousers Fabric': '#8a6a4c',
        'Trousers Trim': '#76593e',
      },
    ],
  ],
  otto: [
    ['', {}, 'hero', 'winter'],
    [
      'Henrik',
      {
        Beard: '#c5c1ba',
        Brow: '#a8a39b',
        'Beanie Knit': '#c8432f',
        'Beanie Brim': '#d9543f',
        'Beanie Pompom': '#fbf3e6',
        Knit: '#e8dcc4',
        'Knit Collar': '#dccdb0',
      },
      'winter',
    ],
  ],
  wren: [
    ['', {}, 'hero'],
    [
      'Mei',
      {
        Hair: '#1d1f27',
        Brow: '#1d1f27',
        Skin: '#eec09a',
        Knit: '#ee8f7c',
        'Knit Collar': '#e57c68',
        'Skirt Fabric': '#5d7a58',
        'Skirt Trim': '#4a6446',
      },
    ],
  ],
  juno: [
    ['', {}, 'hero'],
    [
      'Theo',
      {
        Skin: '#f0c3a0',
        Hair: '#b5622f',
        Brow: '#9a5227',
        'Hoodie Fabric': '#8fb08a',
        'Hoodie Trim': '#7a9c75',
        'Headphones Accent': '#f2c14e',
      },
    ],
  ],
  lotte: [
    ['', {}, 'summer', 'hero'],
    [
      'Noor',
      {
        Skin: '#b8774f',
        Hair: '#2a1d1a',
        Brow: '#2a1d1a',
        'Dress Fabric': '#f0a72c',
        'Dress Trim': '#d2871a',
        'Shoe Heel': '#f0a72c',
        'Shoe Tread': '#f7d58a',
      },
      'summer',
    ],
  ],
  bram: [
    ['', {}],
    [
      'Silas',
      {
        Skin: '#6f412b',
        Hair: '#191516',
        Beard: '#191516',
        Brow: '#191516',
        'Dungarees Denim': '#b5552e',
        'Dungarees Stitch': '#d98a5f',
        'Cap Fabric': '#f2c14e',
        'Cap Peak': '#dba52e',
      },
    ],
  ],
  suri: [
    ['', {}, 'hero'],
    [
      'Pia',
      {
        Skin: '#f1c6a6',
        Hair: '#d9a441',
        Brow: '#b57f2c',
        'Dungarees Denim': '#4a6fa5',
        'Dungarees Stitch': '#7d9cc9',
        'Tee Fabric': '#f6f1e6',
        'Tee Stripe': '#e0592a',
        'Tee Trim': '#e5ddcc',
      },
    ],
  ],
}
