"""OR-Tools CP-SAT on the clique model that peers.ts writes as JSON: optional intervals per resource, exactly-one per part."""
import json
import sys
import time

from ortools.sat.python import cp_model

data = json.load(open(sys.argv[1]))
limit, workers = float(sys.argv[2]), int(sys.argv[3])
model = cp_model.CpModel()
literals = [model.new_bool_var(f"x{j}") for j in range(len(data["cost"]))]
by_part = {}
by_row = {}
for j, (part, row) in enumerate(zip(data["part"], data["row"])):
    by_part.setdefault(part, []).append(literals[j])
    if row >= 0:
        start, end = data["start"][part], data["end"][part]
        interval = model.new_optional_fixed_size_interval_var(start, end - start, literals[j], f"i{j}")
        by_row.setdefault(row, []).append(interval)
for part_literals in by_part.values():
    model.add_exactly_one(part_literals)
for intervals in by_row.values():
    model.add_no_overlap(intervals)
model.minimize(sum(round(c) * x for c, x in zip(data["cost"], literals)))


class Watch(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.begun = time.time()

    def on_solution_callback(self):
        print(json.dumps({"seconds": time.time() - self.begun, "score": self.objective_value}), flush=True)


solver = cp_model.CpSolver()
solver.parameters.max_time_in_seconds = limit
solver.parameters.num_workers = workers
status = solver.solve(model, Watch())
print(json.dumps({"seconds": solver.wall_time, "score": solver.objective_value, "bound": solver.best_objective_bound,
                  "optimal": status == cp_model.OPTIMAL}), flush=True)
