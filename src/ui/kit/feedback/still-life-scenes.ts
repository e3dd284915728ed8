/**
 * Pedestal of the illustration. Lengths are CSS values. Percentages of `drop` refer to the item's picture, all others to the
 * scene.
 */
export interface ScenePlinth {
  x: string
  width: string
  height: string
  /** Distance from the bottom of the scene. */
  foot?: string
  /** Stacking order; 1 is the farthest. */
  depth: number
  /** Picture under `/art/` on the pedestal; undefined for an empty one. */
  art?: string
  artWidth?: string
  drop?: string
  /** Hidden in low scenes (phones). */
  wideOnly?: boolean
}

/** Scene of the sign-in page. */
export const STUDIO_SCENE: readonly ScenePlinth[] = [
  { x: '4%', width: '17%', height: '15%', depth: 2, art: 'halo-cans', artWidth: '92%', drop: '13.5%' },
  {
    x: '15%',
    width: '20%',
    height: '44%',
    foot: '9%',
    depth: 1,
    art: 'kofi',
    artWidth: '104%',
    drop: '-2%',
    wideOnly: true,
  },
  { x: '36%', width: '25%', height: '27%', depth: 3, art: 'ines', artWidth: '112%', drop: '-2%' },
  { x: '57%', width: '18%', height: '52%', foot: '9%', depth: 1, art: 'ferry-cap', artWidth: '104%', drop: '22%' },
  { x: '68%', width: '22%', height: '19%', depth: 3, art: 'tide-runner', artWidth: '108%', drop: '14.2%' },
  { x: '85%', width: '17%', height: '35%', foot: '5%', depth: 2, art: 'pebble-beanie', artWidth: '92%', drop: '13.8%' },
]

/** Three empty pedestals: nothing exists yet. */
export const EMPTY_SCENE: readonly ScenePlinth[] = [
  { x: '17%', width: '17%', height: '46px', depth: 2 },
  { x: '40%', width: '20%', height: '92px', depth: 1 },
  { x: '65%', width: '18%', height: '64px', depth: 2 },
]

/** Three shadows on pedestals: nothing matched. */
export const NOT_FOUND_SCENE: readonly ScenePlinth[] = [
  { x: '15%', width: '20%', height: '46px', depth: 2, art: 'tide-runner', artWidth: '100%', drop: '14.2%' },
  { x: '39%', width: '22%', height: '78px', depth: 1, art: 'otto', artWidth: '108%', drop: '-2%' },
  { x: '66%', width: '18%', height: '54px', depth: 2, art: 'pebble-beanie', artWidth: '88%', drop: '13.8%' },
]

/** One empty pedestal, for a cap next to it: an error occurred. */
export const ERROR_SCENE: readonly ScenePlinth[] = [{ x: '19%', width: '27.5%', height: '64px', depth: 1 }]
