/** Hotspot elements by id. React creates them; the render loop positions them. */
export type HotspotElements = Map<string, HTMLElement>
