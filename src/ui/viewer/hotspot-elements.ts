/** Hotspot elements by id. React creates the elements; the render loop positions them. */
export type HotspotElements = Map<string, HTMLElement>
