/** Time that an unused resource stays cached, in milliseconds. The specified model cache lifespan is 100 (Spec §9). */
export const UNUSED_LIFESPAN_MS = 100

/** Reference-counted resource, disposed after {@link UNUSED_LIFESPAN_MS} without users. */
export interface RefCounted {
  /** Acquires the resource and returns its release function. Releasing twice has no effect. */
  retain: () => () => void
}

export function createRefCount(
  dispose: () => void,
  schedule: (callback: () => void) => void = (callback) => setTimeout(callback, UNUSED_LIFESPAN_MS),
): RefCounted {
  let holderCount = 0
  let isDisposed = false
  const scheduleDisposal = () =>
    schedule(() => {
      if (holderCount > 0 || isDisposed) return
      isDisposed = true
      dispose()
    })
  scheduleDisposal()
  return {
    retain: () => {
      holderCount += 1
      let isRetained = true
      return () => {
        if (!isRetained) return
        isRetained = false
        holderCount -= 1
        if (holderCount === 0) scheduleDisposal()
      }
    },
  }
}

/** Retains the resources of the last `hold` call, and releases the resources of earlier calls. */
export interface RefHolder {
  hold: (resources: readonly (RefCounted | null)[]) => void
}

/** Creates an empty holder. A resource in two consecutive calls of `hold` stays retained. */
export function createRefHolder(): RefHolder {
  let releases = new Map<RefCounted, () => void>()
  return {
    hold: (resources) => {
      const previousReleases = releases
      releases = new Map(
        resources.flatMap((resource) =>
          resource ? [[resource, previousReleases.get(resource) ?? resource.retain()]] : [],
        ),
      )
      for (const [resource, release] of previousReleases) if (!releases.has(resource)) release()
    },
  }
}
