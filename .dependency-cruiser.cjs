/**
 * Who may import whom (ARCHITECTURE.md, "Layers"). Each row lists all folders that a folder may import;
 * everything else inside the project is forbidden.
 */
const allowed = {
  wire: [],
  protocol: ["wire", "generated"],
  mapping: ["protocol", "wire"],
  journal: ["wire", "protocol"],
  observer: ["wire", "protocol", "mapping", "journal"],
  bridge: ["wire"],
  receiver: ["observer", "wire", "protocol", "mapping", "journal"],
  executor: ["wire", "protocol"],
  remote: ["wire", "protocol"],
  driver: ["wire", "protocol"],
  engine: ["driver", "protocol", "wire", "journal"],
  fuzz: ["engine", "driver", "protocol", "wire", "journal", "generated"],
  codegen: [],
};

const place = (name) => (name === "generated" ? "^generated/" : `^src/${name}/`);

const layerRules = Object.entries(allowed).map(([layer, targets]) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} may import only ${[layer, ...targets].join(", ")}`,
  severity: "error",
  from: { path: `^src/${layer}/` },
  to: {
    path: "^(src|generated|stubs|conformance|test|properties|bench)/",
    pathNot: [layer, ...targets].map(place).concat("^src/(fault|system-error)\\.ts$"),
  },
}));

module.exports = {
  forbidden: [
    {
      name: "circular",
      comment: "types may refer to each other; code may not",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...layerRules,
    {
      name: "nobody-imports-cli",
      comment: "src/cli wires the parts; no part knows it",
      severity: "error",
      from: { pathNot: "^src/cli/" },
      to: { path: "^src/cli/" },
    },
    {
      name: "stubs-are-independent-witnesses",
      comment: "a bridge under test is a command, so stubs and scenarios share no code with it",
      severity: "error",
      from: { path: "^(stubs|conformance/((client-)?scenarios|v2))/" },
      to: { path: "^src/(bridge|mapping|observer)/" },
    },
    {
      name: "stubs-know-only-the-wire",
      severity: "error",
      from: { path: "^stubs/" },
      to: { path: "^(src/(?!wire/)|conformance/)" },
    },
    {
      name: "mapping-is-pure",
      severity: "error",
      from: { path: "^src/mapping/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "generated-imports-nothing-of-src",
      severity: "error",
      from: { path: "^generated/" },
      to: { path: "^src/" },
    },
    {
      name: "tests-are-not-imported",
      severity: "error",
      from: { path: "^(src|stubs|conformance|generated)/" },
      to: { path: "^(test|properties|bench)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node"] },
  },
};
