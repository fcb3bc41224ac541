/**
 * The Content-Security-Policy of all pages. The build hashes this file as well: a device that keeps the application
 * keeps its headers, so a change of them has to be a new version.
 */
export const CSP = {
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    // Mantine writes its variables and the map its geometry as styles
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'", 'data:'],
    imgSrc: ["'self'", 'data:', 'blob:'],
    // the Excel library packs large files in a worker that it makes from a blob
    workerSrc: ["'self'", 'blob:'],
    upgradeInsecureRequests: null,
  },
}
