/**
 * The most viewers a page draws at once. Browsers take the oldest WebGL context away from the seventeenth on, phones from
 * the ninth, and the page around a viewer may have some of its own.
 */
export const MOST_AT_ONCE = 8

/** Someone who wants to draw. */
export interface Drawer {
  /** Begins: it may make a context. */
  begin: () => void
  /** Ends: it gives its context back, and leaves its last picture in place. */
  end: () => void
  /** How much it would be missed: nobody sees it, it stands still, it moves, it may not be interrupted. */
  need: () => 'unseen' | 'still' | 'moving' | 'busy'
}

/** Whose turn it is to draw. */
export interface Turns {
  /** Wants to draw. An urgent wish (a person touched it, or it was never drawn) may end the turn of one that moves. */
  ask: (drawer: Drawer, isUrgent: boolean) => void
  /** Whether a turn is to be had without taking one away. */
  isFree: () => boolean
  /** Something changed, so that a turn may now be free. */
  changed: () => void
  /** Wants to draw no more; its `end` is not called. */
  leave: (drawer: Drawer) => void
}

/**
 * Viewers take turns: at most `most` draw at once. One that asks while all are taken gets the turn of the one that nobody
 * sees, else of the one that stood still for longest, else, when it is urgent, of the one that asked longest ago. One that
 * is loading or making its entrance keeps its turn, and whoever asks waits in line.
 */
export function createTurns(most = MOST_AT_ONCE): Turns {
  /** The one that asked last comes last. */
  let drawing: Drawer[] = []
  let waiting: { drawer: Drawer; isUrgent: boolean }[] = []

  const giver = (isUrgent: boolean): Drawer | undefined => {
    const needing = (need: ReturnType<Drawer['need']>) => drawing.find((drawer) => drawer.need() === need)
    return needing('unseen') ?? needing('still') ?? (isUrgent ? needing('moving') : undefined)
  }
  /** Who gave a turn away in the passing on that is under way; null while there is none. */
  let gave: Set<Drawer> | null = null
  const pass = (): boolean => {
    const inLine = [...waiting.filter((one) => one.isUrgent), ...waiting.filter((one) => !one.isUrgent)]
    for (const one of inLine) {
      // Else two could take one turn from each other for ever.
      if (gave?.has(one.drawer)) continue
      const given = drawing.length >= most ? giver(one.isUrgent) : undefined
      if (drawing.length >= most && !given) continue
      waiting = waiting.filter((other) => other !== one)
      drawing = [...drawing.filter((drawer) => drawer !== given), one.drawer]
      if (given) gave?.add(given)
      try {
        given?.end()
      } finally {
        // Counted among those that draw: it would never be asked to again.
        one.drawer.begin()
      }
      return true
    }
    return false
  }
  /** Passes on what turns there are. Whoever ends may ask for another at once: it is in line, and heard after this. */
  const serve = () => {
    if (gave) return
    gave = new Set()
    try {
      while (pass());
    } finally {
      gave = null
    }
  }
  const drop = (drawer: Drawer) => {
    waiting = waiting.filter((one) => one.drawer !== drawer)
  }
  return {
    ask: (drawer, isUrgent) => {
      if (drawing.includes(drawer)) {
        drawing = [...drawing.filter((other) => other !== drawer), drawer]
        return
      }
      drop(drawer)
      waiting = [...waiting, { drawer, isUrgent }]
      serve()
    },
    isFree: () => drawing.length < most && waiting.length === 0,
    changed: () => {
      if (waiting.length > 0) serve()
    },
    leave: (drawer) => {
      drop(drawer)
      drawing = drawing.filter((other) => other !== drawer)
      serve()
    },
  }
}

/** The turns of this page. */
export const pageTurns: Turns = createTurns()
