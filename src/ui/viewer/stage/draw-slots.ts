/**
 * Maximum number of viewers that draw at the same time. Desktop browsers drop the oldest WebGL context when a 17th is created,
 * phones at the 9th. The page may have other contexts.
 */
export const MAX_ACTIVE_VIEWERS = 8

export interface DrawClient {
  /** Starts drawing; the viewer may now create a WebGL context. */
  begin: () => void
  /** Stops drawing: the viewer releases its context and shows its last frame. */
  end: () => void
  /** Current activity: off screen, still, moving, or busy and not to be interrupted. */
  priority: () => 'unseen' | 'still' | 'moving' | 'busy'
}

export interface DrawSlots {
  /** Requests a slot. An urgent request, for user input or a first frame, may take the slot of a moving viewer. */
  request: (drawer: DrawClient, isUrgent: boolean) => void
  hasFreeSlot: () => boolean
  /** Reports a change that may have freed a slot. */
  reassign: () => void
  /** Releases the slot or withdraws the request; `end` is not called. */
  release: (drawer: DrawClient) => void
}

/**
 * Limits drawing to `maxActive` viewers at a time. If all slots are taken, a request takes the slot of a viewer off screen, or
 * else of a still viewer. An urgent request may take the slot of a moving viewer. Among viewers of equal priority, the viewer
 * with the oldest request loses its slot. A visible, busy viewer never loses its slot. If no viewer can lose its slot, the
 * request waits in a queue.
 */
export function createDrawSlots(maxActive = MAX_ACTIVE_VIEWERS): DrawSlots {
  /** Viewers with a slot, most recent request last. */
  let active: DrawClient[] = []
  let waiting: { drawer: DrawClient; isUrgent: boolean }[] = []

  const findDonor = (isUrgent: boolean): DrawClient | undefined => {
    const drawerWithPriority = (priority: ReturnType<DrawClient['priority']>) =>
      active.find((drawer) => drawer.priority() === priority)
    return (
      drawerWithPriority('unseen') ??
      drawerWithPriority('still') ??
      (isUrgent ? drawerWithPriority('moving') : undefined)
    )
  }
  /** Viewers that lost a slot in the current call of `serveAll`; null outside such a call. */
  let donors: Set<DrawClient> | null = null
  const serveNext = (): boolean => {
    const queue = [...waiting.filter((entry) => entry.isUrgent), ...waiting.filter((entry) => !entry.isUrgent)]
    for (const entry of queue) {
      // Otherwise two viewers could take a slot from each other forever.
      if (donors?.has(entry.drawer)) continue
      const donor = active.length >= maxActive ? findDonor(entry.isUrgent) : undefined
      if (active.length >= maxActive && !donor) continue
      waiting = waiting.filter((other) => other !== entry)
      active = [...active.filter((drawer) => drawer !== donor), entry.drawer]
      if (donor) donors?.add(donor)
      try {
        donor?.end()
      } finally {
        // The new viewer already counts as drawing, so its `begin` must run even if the donor's `end` throws.
        entry.drawer.begin()
      }
      return true
    }
    return false
  }
  /** Distributes free slots. A viewer that requests a slot in its `end` callback waits for a later call. */
  const serveAll = () => {
    if (donors) return
    donors = new Set()
    try {
      while (serveNext());
    } finally {
      donors = null
    }
  }
  const withdraw = (drawer: DrawClient) => {
    waiting = waiting.filter((entry) => entry.drawer !== drawer)
  }
  return {
    request: (drawer, isUrgent) => {
      if (active.includes(drawer)) {
        active = [...active.filter((other) => other !== drawer), drawer]
        return
      }
      withdraw(drawer)
      waiting = [...waiting, { drawer, isUrgent }]
      serveAll()
    },
    hasFreeSlot: () => active.length < maxActive && waiting.length === 0,
    reassign: () => {
      if (waiting.length > 0) serveAll()
    },
    release: (drawer) => {
      withdraw(drawer)
      active = active.filter((other) => other !== drawer)
      serveAll()
    },
  }
}

export const pageDrawSlots: DrawSlots = createDrawSlots()
