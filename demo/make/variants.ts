/** sRGB colours by material name. */
export type Colours = Readonly<Record<string, string>>

/** Variant of a base model: name of its colour (empty for the model's own colours), colours and tags. */
export type Variant = readonly [word: string, colours: Colours, ...tags: string[]]

const oneColourVariants = (
  material: string,
  ...pairs: readonly (readonly [word: string, colour: string])[]
): Variant[] => pairs.map(([label, colour]) => [label, { [material]: colour }])

const twoColourVariants = (
  a: string,
  b: string,
  ...rows: readonly (readonly [word: string, first: string, second: string])[]
): Variant[] => rows.map(([label, first, second]) => [label, { [a]: first, [b]: second }])

/** Variants of each base model, by key. The first variant has the model's own colours. */
export const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  'marlow-bob': [
    ['', {}, 'starter set'],
    ...oneColourVariants('Hair', ['copper', '#b8502a'], ['ink', '#20222c'], ['honey', '#d09a45'], ['rose', '#d9758f']),
  ],
  'cirrus-afro': [
    ['', {}, 'starter set'],
    ...oneColourVariants('Hair', ['chestnut', '#5b3523'], ['sand', '#c79a5e'], ['lilac', '#9d86c9']),
  ],
  'flint-crop': [
    ['', {}, 'starter set'],
    ...oneColourVariants('Hair', ['soot', '#23252c'], ['wheat', '#d3a558'], ['rust', '#a8492a']),
  ],
  'willow-long': [
    ['', {}],
    ...oneColourVariants('Hair', ['umber', '#4a2e20'], ['raven', '#1d2028'], ['cherry', '#8f2a35']),
  ],
  'heron-tail': [
    ['', {}],
    ...twoColourVariants(
      'Hair',
      'Tie',
      ['walnut', '#4d3122', '#2aa595'],
      ['flax', '#dcb66a', '#35406f'],
      ['berry', '#7a2f56', '#f2c14e'],
    ),
  ],
  'moon-buns': [
    ['', {}],
    ...oneColourVariants('Hair', ['cocoa', '#4b2f25'], ['apricot', '#e08a4e'], ['lagoon', '#2f8f99']),
  ],
  'dew-eyes': [
    ['', {}, 'starter set'],
    ...oneColourVariants('Iris', ['hazel', '#7c5a2b'], ['moss', '#4f7f45'], ['violet', '#6d5bb0']),
  ],
  'dusk-eyes': [['', {}], ...oneColourVariants('Iris', ['slate', '#56687a'], ['cocoa', '#4a2c1a'])],
  'hedge-brows': [['', {}], ...oneColourVariants('Brow', ['soot', '#1b1a1e'], ['wheat', '#b98d4a'])],
  'arch-brows': [['', {}], ...oneColourVariants('Brow', ['copper', '#9a4a26'], ['silver', '#93a1a8'])],
  'bramble-beard': [
    ['', {}],
    ...oneColourVariants('Beard', ['soot', '#22201f'], ['rust', '#a34c26'], ['snow', '#e6e4df']),
  ],
  'gull-moustache': [['', {}], ...oneColourVariants('Beard', ['honey', '#c08a3e'], ['coal', '#242326'])],
  'fennel-goatee': [['', {}], ...oneColourVariants('Beard', ['ash', '#8d8a86'], ['coal', '#242326'])],
  'ferry-cap': [
    ['', {}, 'starter set'],
    ...twoColourVariants(
      'Fabric',
      'Peak',
      ['signal red', '#d8392f', '#b82a22'],
      ['fern', '#4f8a5b', '#3c6f48'],
      ['oat', '#eadfc8', '#c9663d'],
    ),
  ],
  'pebble-beanie': [
    ['', {}, 'winter'],
    ['teal', { Knit: '#1f9b8e', Brim: '#2bb0a2', Pompom: '#f6efe0' }, 'winter'],
    ['plum', { Knit: '#71406b', Brim: '#844d7d', Pompom: '#f3c6d3' }, 'winter'],
    ['charcoal', { Knit: '#3c4149', Brim: '#4a5059', Pompom: '#e0592a' }, 'winter'],
  ],
  'drizzle-bucket': [
    ['', {}],
    ...twoColourVariants(
      'Fabric',
      'Band',
      ['sky', '#6fa8d6', '#ffffff'],
      ['butter', '#f4d47c', '#d9743f'],
      ['night', '#2f3546', '#8b95ad'],
    ),
  ],
  'halo-cans': [
    ['', {}, 'hero'],
    ...twoColourVariants(
      'Shell',
      'Accent',
      ['graphite', '#3a3e47', '#2aa595'],
      ['mint', '#bfe6d6', '#f7f3ea'],
      ['lemon', '#f6d354', '#35302c'],
    ),
  ],
  'brass-hoop': [
    ['', {}],
    ...twoColourVariants('Metal', 'Bead', ['silver', '#cfd6dc', '#6b7fd6'], ['rose', '#e3a18c', '#c2385a']),
  ],
  'linen-mask': [['', {}], ...oneColourVariants('Fabric', ['coral', '#ee8a72'], ['ink', '#2f3340'])],
  'reed-glasses': [
    ['', {}, 'starter set'],
    ...oneColourVariants('Frame', ['brass', '#d9a233'], ['tortoise', '#6b3d1f'], ['cherry', '#c23b43']),
  ],
  'slate-shades': [
    ['', {}, 'summer'],
    ...twoColourVariants('Frame', 'Lens', ['amber', '#a35a22', '#7a4317'], ['bone', '#f1eadc', '#2d4a3e']),
  ],
  'slip-dress': [
    ['', {}, 'summer'],
    ...twoColourVariants(
      'Fabric',
      'Trim',
      ['lagoon', '#1f8fa3', '#14707f'],
      ['marigold', '#f0a72c', '#d2871a'],
      ['night', '#2f3560', '#e2b75a'],
    ),
  ],
  'loam-dungarees': [
    ['', {}],
    ...twoColourVariants('Denim', 'Stitch', ['rust', '#b5552e', '#d98a5f'], ['moss', '#5d7a48', '#8ba870']),
  ],
  'kiln-jacket': [
    ['', {}, 'winter', 'hero'],
    ['rust', { Fabric: '#b3481d' }, 'winter'],
    ['pine', { Fabric: '#2f6b57', Trim: '#26302c' }, 'winter'],
    ['navy', { Fabric: '#2f4377', Trim: '#e9e2d4' }, 'winter'],
    ['oat', { Fabric: '#e6d8bd', Trim: '#7a5a3c' }, 'winter'],
  ],
  'mono-hoodie': [
    ['', {}, 'starter set'],
    ...twoColourVariants(
      'Fabric',
      'Trim',
      ['coral', '#f2725c', '#dd5c46'],
      ['graphite', '#454a55', '#373b45'],
      ['sage', '#8fb08a', '#7a9c75'],
      ['butter', '#f5d16b', '#e6bd4c'],
    ),
  ],
  'cove-tee': [
    ['', {}, 'starter set'],
    ...twoColourVariants(
      'Fabric',
      'Stripe',
      ['sunset', '#fbd7b4', '#e8613c'],
      ['ink', '#303644', '#f4f0e6'],
      ['mint', '#bfe3d2', '#ffffff'],
    ),
  ],
  'fold-knit': [
    ['', {}, 'winter'],
    ...twoColourVariants(
      'Knit',
      'Collar',
      ['periwinkle', '#7284f0', '#6375e4'],
      ['coral', '#ef6a53', '#fbf3e6'],
      ['peat', '#5c4736', '#4c3a2b'],
    ),
  ],
  'drift-trousers': [
    ['', {}, 'starter set'],
    ...twoColourVariants(
      'Fabric',
      'Trim',
      ['clay', '#b9795a', '#a06548'],
      ['stone', '#b7b0a2', '#9e9789'],
      ['navy', '#34446f', '#29375c'],
    ),
  ],
  'mill-jeans': [
    ['', {}, 'starter set'],
    ['black', { Fabric: '#33353c', Trim: '#2a2c32', Cuff: '#5c606a' }],
    ['bleached', { Fabric: '#9db4d6', Trim: '#88a1c6', Cuff: '#cfdcef' }],
  ],
  'quay-shorts': [
    ['', {}, 'summer'],
    ...twoColourVariants('Fabric', 'Trim', ['coral', '#f0705a', '#fff3e2'], ['ink', '#2f3546', '#8fa3c9']),
  ],
  'marsh-skirt': [
    ['', {}],
    ...twoColourVariants('Fabric', 'Trim', ['moss', '#6c8a4a', '#556e39'], ['navy', '#33416f', '#283358']),
  ],
  'tide-runner': [
    ['', {}, 'starter set', 'hero'],
    ['lagoon', { Fabric: '#1f9aa6', Heel: '#123f52', Tread: '#1f9aa6' }],
    ['chalk', { Fabric: '#f4f0e8', Heel: '#c9c2b5', Tread: '#d9a13b' }],
    ['plum', { Fabric: '#7b4b8f', Heel: '#3a2348', Tread: '#f2c14e' }],
  ],
  'peat-boot': [
    ['', {}, 'winter'],
    ['black', { Leather: '#3a3739', Cap: '#2a2829', Lining: '#8f8a86' }, 'winter'],
    ['oxblood', { Leather: '#8a2f32', Cap: '#6d2225' }, 'winter'],
  ],
  'moss-satchel': [
    ['', {}],
    ...twoColourVariants('Fabric', 'Flap', ['mustard', '#dda32f', '#bd8620'], ['slate', '#5b6b80', '#485668']),
  ],
  'lark-bag': [['', {}], ...twoColourVariants('Leather', 'Flap', ['ink', '#363a46', '#262934'])],
  'north-plinth': [['', {}], ...twoColourVariants('Plaster', 'Rim', ['verdigris', '#6fb3a6', '#8cc7bb'])],
  'attic-fern': [['', {}], ...oneColourVariants('Pot', ['blue', '#4f76b8'])],
  'moon-lamp': [['', {}]],
}
